/** Quick reactions: a glyph and its words, never one without the other. */
import type { GlyphName } from '../../ui/glyphs'
import type { Reacted } from '../../wire/messages'

export type Sign = Reacted['sign']

export const SIGNS: { sign: Sign; glyph: GlyphName; words: string }[] = [
  { sign: 'luck', glyph: 'scarab', words: 'Good luck' },
  { sign: 'well', glyph: 'nefer', words: 'Well played' },
  { sign: 'wow', glyph: 'eye', words: 'Wow' },
  { sign: 'ouch', glyph: 'scorpion', words: 'Ouch' },
  { sign: 'thanks', glyph: 'lotus', words: 'Thank you' },
  { sign: 'moment', glyph: 'hourglass', words: 'One moment' },
]

export const signOf = (sign: Sign) => SIGNS.find((one) => one.sign === sign) ?? SIGNS[0]!
