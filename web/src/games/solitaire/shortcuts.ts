/** Keyboard shortcuts of the board, for the list of shortcuts. */
import type { Shortcuts } from '../../table/game_client'

export const shortcuts: Shortcuts = {
  title: 'On the Solitaire board',
  keys: [
    [['←', '→', '↑', '↓'], 'Go from square to square'],
    [['B', '2'], 'Type the name of a square to go there'],
    [['N', 'P'], 'Next or previous pyramid that may hop'],
    [['Enter'], 'Pick up a pyramid; on a landing, hop there'],
    [['Home', 'End'], 'First or last square of the row; with Ctrl, of the board'],
    [['U'], 'Take back a hop, as far as the start; also Ctrl Z'],
    [['Ctrl', 'Y'], 'Redo what was taken back'],
    [['H'], 'A hint; again for the square, again for the hop. With eight files, press L'],
  ],
}
