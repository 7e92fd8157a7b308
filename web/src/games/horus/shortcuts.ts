/** Keyboard shortcuts of the board, for the list of shortcuts. */
import type { Shortcuts } from '../../table/game_client'

export const shortcuts: Shortcuts = {
  title: 'In the Pyramid of Horus',
  keys: [
    [['←', '→', '↑', '↓'], 'Go from space to space; below the first row is the door'],
    [['N', 'P'], 'Next or previous space that you may go to'],
    [['Home', 'End'], 'Where you stand; the door'],
    [
      ['Enter'],
      'Go there; where you stand, search, open or take. The dock asks before anything that cannot be taken back',
    ],
    [['1', '…', '9'], 'Press the buttons under the map; at an alcove, pick up dice'],
    [['C'], 'Cast the dice that you picked up'],
    [['D'], 'Done; or pass, where you are asked'],
  ],
}
