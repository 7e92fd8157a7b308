/** Keyboard shortcuts of the board, for the list of shortcuts. */
import type { Shortcuts } from '../../table/game_client'

export const shortcuts: Shortcuts = {
  title: 'On the Senet board',
  keys: [
    [['←', '→', '↑', '↓'], 'Go from square to square'],
    [['N', 'P'], 'Next or previous piece that may move'],
    [['2', '3'], 'Type the number of a square to go there'],
    [['Enter'], 'Pick up a piece; on its target, play it'],
    [['Space'], 'Throw, when it is your throw; otherwise the same as Enter'],
    [['D'], 'Decline what is left of a throw'],
  ],
}
