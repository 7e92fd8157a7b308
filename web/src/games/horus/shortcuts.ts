/** The keys of the board, for the list of keys. */
import type { Shortcuts } from '../../table/game_client'

export const shortcuts: Shortcuts = {
  title: 'In the Pyramid of Horus',
  keys: [
    [['←', '→', '↑', '↓'], 'Go from space to space; below the first row is the door'],
    [['N', 'P'], 'The next or the previous space that you may go to'],
    [['Home', 'End'], 'Where you stand; the door'],
    [['Enter'], 'Go there; where you stand, search, open or take. What cannot be taken back is asked about'],
    [['1', '…', '9'], 'What the buttons under the map offer; at an alcove, take dice up'],
    [['C'], 'Cast the dice that you took up'],
    [['D'], 'Done; or pass, where you are asked'],
  ],
}
