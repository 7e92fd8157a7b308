/** The main places of the site, as the header and the tabs list them. */
import type { GlyphName } from '../ui/glyphs'

export type Place = 'play' | 'learn' | 'puzzles' | 'rules'

export const PLACES: readonly { place: Place; path: string; label: string; glyph: GlyphName }[] = [
  { place: 'play', path: '/', label: 'Play', glyph: 'play' },
  { place: 'learn', path: '/learn', label: 'Learn', glyph: 'rules' },
  { place: 'puzzles', path: '/puzzles', label: 'Puzzles', glyph: 'nest' },
  { place: 'rules', path: '/rules', label: 'Rules', glyph: 'list' },
]
