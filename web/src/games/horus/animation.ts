/** Which pictures show the same moment, and what happened between two pictures that is worth showing. */
import type { Picture } from '../../wire/horus'
import { lookOf } from './card_looks'
import { capital, listed, nameIn } from '../../lib/text'

/** A repeated picture of the same moment has the same key. */
export const momentOf = (picture: Picture): string =>
  [
    picture.phase,
    picture.round,
    picture.asked,
    picture.about,
    picture.blocks.length,
    picture.cast?.dice.join('') ?? '',
    ...picture.seats.map(
      (each) =>
        `${each.place}${each.actions}${each.load}/${each.cards.length}/${each.equipment.length}/${each.wounds.length}`,
    ),
    ...picture.tombs.map((each) => `${each.state}${each.reader}`),
  ].join(' ')

export interface Moment {
  kind: 'escaped' | 'eliminated' | 'idol' | 'buried' | 'risen'
  own: boolean // it happened to me
  words: string
}

/** Escapes, eliminations, idols taken or buried, and mummies that stand up again since the picture before. */
export function momentsBetween(
  before: Picture | null,
  after: Picture,
  names: readonly string[],
  mine: number | null,
): Moment[] {
  if (!before || before.seats.length !== after.seats.length || after.round < before.round) return []
  const gone = (place: string) =>
    after.seats.flatMap((each, seat) => (each.place === place && before.seats[seat]?.place !== place ? [seat] : []))
  const who = (seats: number[]) => capital(listed(seats.map((seat) => (seat === mine ? 'you' : nameIn(names, seat)))))
  const verb = (seats: number[], one: string, many: string) => (seats.length > 1 || seats[0] === mine ? many : one)
  const own = (seats: number[]) => mine !== null && seats.includes(mine)
  const found: Moment[] = []
  const [dead, out] = [gone('dead'), gone('escaped')]
  if (dead.length)
    found.push({
      kind: 'eliminated',
      own: own(dead),
      words: `${who(dead)} ${verb(dead, 'does', 'do')} not come out again.`,
    })
  if (out.length)
    found.push({ kind: 'escaped', own: own(out), words: `${who(out)} ${verb(out, 'escapes', 'escape')}.` })
  const idols = after.seats.flatMap((each, seat) =>
    each.idols.length > (before.seats[seat]?.idols.length ?? 0) ? [seat] : [],
  )
  if (idols.length)
    found.push({ kind: 'idol', own: own(idols), words: `${who(idols)} ${verb(idols, 'takes', 'take')} an idol.` })
  const buried = after.alcoves.filter((each, i) => each.state === 'buried' && before.alcoves[i]?.state === 'there')
  if (buried.length)
    found.push({
      kind: 'buried',
      own: false,
      words: `The idol of ${listed(buried.map((each) => lookOf(each.god).name))} is buried.`,
    })
  const risen = after.mummies.filter((each, i) => !each.lying && before.mummies[i]?.lying)
  if (risen.length) found.push({ kind: 'risen', own: false, words: `${capital(risen[0]?.name ?? '')} stands up.` })
  return found
}
