/** Keyboard shortcuts of the board, for the list of shortcuts. */
import type { Shortcuts } from '../../table/game_client'

export const shortcuts: Shortcuts = {
  title: 'At the Gate',
  keys: [
    [['1', '2', '3', '4'], 'Pick up a tile; the same key puts it back'],
    [['←', '→', '↑', '↓'], 'Move the tile over the board; with no tile, go from cell to cell'],
    [['R'], 'Turn it by a quarter; so does the mouse wheel'],
    [['F'], 'Flip it; so does the wheel with Shift'],
    [['Enter'], 'Put it down; on a placed tile, lift it'],
  ],
}
