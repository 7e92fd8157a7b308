/** The final scoring as a story: from the last place to the first, card by card. */
import type { CardPicture, Picture } from '../../wire/horus'
import { lookOf } from './card_looks'
import { cardName, points } from './sentences'
import { capital, listed, nameIn } from '../../lib/text'

interface Counted {
  card?: CardPicture
  idol?: string
  points: number
  name: string
}

export interface Chapter {
  seat: number
  lines: Counted[] // card by card
  variety: number
  gods: string[]
  total: number
  place: number // 0 while it is not over
  from: number // step of the story at which it begins
}

/** The seats that escaped, the winner last. */
export function chapters(picture: Picture): Chapter[] {
  const worth = (god: string) => picture.alcoves.find((each) => each.god === god)?.worth ?? 0
  const seats = picture.seats.flatMap((each, seat) => (each.place === 'escaped' && each.score ? [seat] : []))
  seats.sort((a, b) => (picture.places[b] ?? 0) - (picture.places[a] ?? 0))
  let from = 0
  return seats.flatMap((seat) => {
    const one = picture.seats[seat]
    if (!one?.score) return []
    const cards = one.cards.map((card) => ({
      card,
      points: card.chest ? card.pips : (card.value ?? 0),
      name: cardName(card),
    }))
    const idols = one.idols.map((idol) => ({ idol, points: worth(idol), name: `idol of ${lookOf(idol).name}` }))
    const lines = [...cards, ...idols]
    const { variety, gods, total } = one.score
    const chapter = { seat, lines, variety, gods, total, place: picture.places[seat] ?? 0, from }
    from += lines.length + 2 // the gods, and the sum
    return [chapter]
  })
}

export const stepsOf = (chapter: Chapter): number => chapter.lines.length + 2

/** What has been counted after a number of steps of a chapter. */
export function counted(chapter: Chapter, steps: number): number {
  const cards = chapter.lines.slice(0, Math.max(0, steps)).reduce((sum, each) => sum + each.points, 0)
  return cards + (steps > chapter.lines.length ? chapter.variety : 0)
}

/** The sentence that says who wins and why. */
export function verdict(picture: Picture, names: readonly string[]): { words: string; clause: string } {
  const all = chapters(picture)
  const first = all.filter((each) => each.place === 1)
  const [best] = first
  if (!best) return { words: 'Nobody came out. Nobody wins.', clause: '7.3' }
  const who = listed(first.map((each) => nameIn(names, each.seat)))
  if (first.length > 1) return { words: `${who} share the victory with ${points(best.total)} each.`, clause: '7.4' }
  const level = all.filter((each) => each.total === best.total && each !== best)
  if (level.length) {
    const idol = picture.seats[best.seat]?.idols.includes('horus')
    return {
      words: `${who} wins with ${points(best.total)}: ${idol ? 'the idol of Horus decides' : 'fewer wounds decide'}.`,
      clause: '7.4',
    }
  }
  return { words: `${who} wins with ${points(best.total)}.`, clause: '7.3' }
}

/** "4 of Hededet 4, chest of Sobek 5; two gods 3". */
export function breakdown(chapter: Chapter): string {
  const cards = chapter.lines.map((each) => `${each.name}: ${each.points}`)
  const gods = chapter.gods.map((god) => lookOf(god).name)
  return capital([...cards, gods.length ? `gods ${listed(gods)}: ${chapter.variety}` : ''].filter(Boolean).join('; '))
}
