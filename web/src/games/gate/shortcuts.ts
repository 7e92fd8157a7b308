/** The keys of the board, for the list of keys. */
import type { Shortcuts } from '../../table/game_client'

export const shortcuts: Shortcuts = {
  title: 'At the Gate',
  keys: [
    [['1', '2', '3', '4'], 'Take up a tile; the same again lays it back'],
    [['←', '→', '↑', '↓'], 'Move it over the board; without one, go from cell to cell'],
    [['R'], 'Turn it a quarter; the wheel does so too'],
    [['F'], 'Flip it; the wheel with Shift does so too'],
    [['Enter'], 'Put it down; on a tile that lies, lift it'],
  ],
}
