/** The keys of the board, for the list of keys. */
import type { Shortcuts } from '../../table/game_client'

export const shortcuts: Shortcuts = {
  title: 'On the Senet board',
  keys: [
    [['←', '→', '↑', '↓'], 'Go from square to square'],
    [['N', 'P'], 'The next or the previous piece that may move'],
    [['2', '3'], 'Type the number of a square to go there'],
    [['Enter'], 'Take up a piece; on its target, play it'],
    [['Space'], 'Throw, when a throw is due; else as Enter'],
    [['D'], 'Decline what is left of a throw'],
  ],
}
