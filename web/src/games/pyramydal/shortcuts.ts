/** Keyboard shortcuts of the board, for the list of shortcuts. */
import type { Shortcuts } from '../../table/game_client'

export const shortcuts: Shortcuts = {
  title: 'On the line of Pyramydal',
  keys: [
    [['←', '→', '↑', '↓'], 'Go from cell to cell'],
    [['N', 'P'], 'Next or previous pyramid along the line'],
    [['4', '2'], 'Type the number of a cell to go there; with dice, the number to choose'],
    [['Enter'], 'Choose the pyramid; Y takes it. With dice, choose the number that you typed'],
    [['B'], 'Build the statue that the dock offers'],
    [['E'], 'Finish building'],
    [['+', '−'], 'Zoom in, or show the whole line, where cells are small'],
  ],
}
