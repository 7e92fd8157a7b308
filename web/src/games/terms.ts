/** The terms of a game as set-up says them in a sentence; each folder beside this file brings its own. */

/** A phrase of the sentence that opens: what it says now, and the options behind it. */
export interface Phrase {
  key: string
  words: string
  title: string // of what it opens
  fields: string[] // names of options
  presets?: boolean // the named lengths of the catalog are offered here too
}

export type Part = string | Phrase
type Values = Readonly<Record<string, unknown>>

/** `games/NAME/terms.ts` exports one of these as `terms`. */
export interface Terms {
  clauses: (values: Values, alone: boolean) => Part[][] // joined by commas
  implied?: string[] // options that nobody is asked for: who plays decides them
}

const TERMS = import.meta.glob<Terms>('./*/terms.ts', { import: 'terms', eager: true })

/** The terms of a game; a game without a file of its own has all its options behind one phrase. */
export const termsOf = (game: string): Terms => TERMS[`./${game}/terms.ts`] ?? { clauses: () => [] }
