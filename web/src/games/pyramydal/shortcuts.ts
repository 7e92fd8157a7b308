/** The keys of the board, for the list of keys. */
import type { Shortcuts } from '../../table/game_client'

export const shortcuts: Shortcuts = {
  title: 'On the line of Pyramydal',
  keys: [
    [['←', '→', '↑', '↓'], 'Go from cell to cell'],
    [['N', 'P'], 'The next or the previous pyramid along the line'],
    [['4', '2'], 'Type the number of a cell to go there; with dice, the number to choose'],
    [['Enter'], 'Ask about the pyramid; Y takes it. With dice: choose the number that was typed'],
    [['B'], 'Build the statue that the dock offers'],
    [['E'], 'Be done with building'],
    [['+', '−'], 'Closer, or the whole line, where cells are small'],
  ],
}
