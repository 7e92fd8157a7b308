/** Words that the pages of a lesson share, and its addresses. */
import type { Lesson } from '../wire/messages'
import { count } from '../lib/text'
import { CAPSTONE, progress } from './progress.svelte'

export const learnPath = (game = '', step = ''): string => ['/learn', game, step].filter(Boolean).join('/')

/** "four of ten laid", "all ten laid", "ten steps". */
export function laidWords(many: number, all: number): string {
  if (many === 0) return `${count(all)} steps`
  return many === all ? `all ${count(all)} laid` : `${count(many)} of ${count(all)} laid`
}

/** The first step that is not laid yet, else the capstone. */
export const nextStep = ({ game, steps }: Lesson): string =>
  steps.find((step) => !progress.has(game, step.name))?.name ?? CAPSTONE

/** As many whole sentences of a text as have room, at least one. */
export function shortened(text: string, most: number): string {
  const all = text.match(/[^.?]+(?:[.?](?=\S)[^.?]*)*[.?]?\s*/g) ?? [text]
  let out = ''
  for (const sentence of all) {
    if (out && out.length + sentence.length > most) break
    out += sentence
  }
  return out.trim()
}

/** The number of a clause, without the game's name: "5.1"; empty where no rule speaks. */
export const clauseNumber = (clause: string): string => (/\d/.test(clause) ? (clause.split(' ').at(-1) ?? '') : '')
