/** How cards, gods, wounds and dice look: colours, signs and names. */
import type { Colour, GlyphName } from '../../ui/glyphs'

export interface Look {
  colour: Colour
  glyph: GlyphName
  name: string
}

const GODS: Readonly<Record<string, Look>> = {
  hededet: { colour: 'y', glyph: 'scorpion', name: 'Hededet' },
  sobek: { colour: 'g', glyph: 'crocodile', name: 'Sobek' },
  anubis: { colour: 'k', glyph: 'jackal', name: 'Anubis' },
  thoth: { colour: 'b', glyph: 'ibis', name: 'Thoth' },
  horus: { colour: 'r', glyph: 'falcon', name: 'Horus' },
}
const NECKLACE: Look = { colour: 'w', glyph: 'necklace', name: 'necklace' }
export const lookOf = (owner: string): Look => GODS[owner] ?? NECKLACE

const SIGNS: Readonly<Record<string, GlyphName>> = {
  cobra: 'cobra',
  scorpion: 'scorpion',
  crocodile: 'crocodile',
  block: 'block',
  mummy: 'mummy',
  antidote: 'antidote',
  'medi-kit': 'medikit',
  crowbar: 'crowbar',
  udjat: 'eye',
  bag: 'bag',
}
export const signOf = (card: string): GlyphName => SIGNS[card] ?? 'seal'

/** Large fills; lapis and ebony have their own, lighter by night. */
export const paintOf = (colour: Colour): string =>
  colour === 'b' || colour === 'k' ? `var(--horus-${colour})` : `var(--${colour})`

export const DICE: readonly Colour[] = ['y', 'g', 'k', 'b', 'r']
export const DIE_NAMES = ['yellow', 'green', 'black', 'blue', 'red'] as const

/** Seats in the order of their colours; none is a god's. */
export const DEALT: readonly Colour[] = ['c', 'o', 'm', 'p', 'w', 'k']
export const seatColour = (seat: number): Colour => DEALT[seat % DEALT.length] as Colour

/** The deck that is searched in a zone. */
export const DECKS: Readonly<Record<string, { glyph: GlyphName; name: string }>> = {
  rubble: { glyph: 'cobra', name: 'Rubble' },
  hededet: { glyph: 'scorpion', name: 'Hededet' },
  sobek: { glyph: 'crocodile', name: 'Sobek' },
}
