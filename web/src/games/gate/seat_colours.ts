/** Colours of the seats: those of the ten that no jewel has. */
import type { Colour } from '../../ui/glyphs'

const DEALT: readonly Colour[] = ['c', 'm', 'k', 'w']

export const colourOf = (seat: number): Colour => DEALT[seat % DEALT.length] ?? 'c'
