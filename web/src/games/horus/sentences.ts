/** Sentences of the pyramid: spaces, cards, seats. What the dock says is in dock_text.ts. */
import type { CardPicture, Choice, Picture, SeatPicture } from '../../wire/horus'
import { DOOR, NUMBERS, zoneOf } from './geometry'
import { lookOf } from './card_looks'
import { capital, figures, listed, nameIn, plural } from '../../lib/text'

export const points = (value: number): string => figures(value, 'point')
export const percent = (chance: number): string => `${Math.round(chance * 100)} %`

/** "4 of Hededet", "chest of Sobek", "necklace worth 2", "card of Sobek". */
export function cardName(card: Pick<CardPicture, 'owner' | 'value' | 'chest'>): string {
  const { name } = lookOf(card.owner)
  if (card.owner === 'necklace') return card.value === null ? 'necklace' : `necklace worth ${card.value}`
  if (card.chest) return `chest of ${name}`
  return card.value === null ? `card of ${name}` : `${card.value} of ${name}`
}

/** Cards of a seat by the god on their back, as everybody sees them: [owner, how many]. */
export function backs(seat: SeatPicture): [string, number][] {
  const found = new Map<string, number>()
  for (const { owner } of seat.cards) found.set(owner, (found.get(owner) ?? 0) + 1)
  return [...found]
}

/** What is on those cards, in a replay with everything open: "8, 5, a chest"; else empty. */
export function faces(picture: Picture, seat: SeatPicture, owner: string): string {
  const cards = seat.cards.filter((card) => card.owner === owner)
  const opened = picture.viewer < 0 && cards.some((card) => !card.public && card.value !== null)
  if (!opened) return ''
  return cards.map((card) => (card.chest ? 'a chest' : `${card.value ?? 'one unknown'}`)).join(', ')
}

/** Each thing once, with how often it is there. */
export function tallied(things: readonly string[]): [string, number][] {
  return [...new Set(things)].map((one) => [one, things.filter((each) => each === one).length])
}

const PLACES: Readonly<Record<string, string>> = { outside: 'outside', escaped: 'escaped', dead: 'eliminated' }
export const placeWords = (place: string): string => PLACES[place] ?? `on ${place}`

/** The line of a seat: "Edgar Rice with Swimming, on e5, load 5, dice from 3, two cards of Sobek". */
export function line(picture: Picture, seat: number): string {
  const one = picture.seats[seat]
  if (!one || !one.adventurer) return ''
  const parts = [`${one.name} with ${one.ability}${one.ready ? '' : ', used'}`, placeWords(one.place)]
  if (picture.ankh === seat && one.playing) parts.push('holds the Ankh')
  if (one.playing) parts.push(`load ${one.load}, dice from ${one.wll || one.band}`)
  for (const [owner, many] of backs(one)) {
    const what = owner === 'necklace' ? 'necklace' : `of ${lookOf(owner).name}`
    parts.push(faces(picture, one, owner) ? `${what}: ${faces(picture, one, owner)}` : `${many} ${what}`)
  }
  for (const god of one.idols) parts.push(`idol of ${lookOf(god).name}`)
  for (const [thing, many] of tallied(one.equipment)) parts.push(many > 1 ? `${many} ${thing}s` : thing)
  if (one.wounds.length) parts.push(plural(one.wounds.length, 'wound'))
  if (one.score && !one.playing && one.place === 'escaped') parts.push(points(one.score.total))
  return parts.join(', ')
}

/** "e5, pond, alcove of Sobek, 17 %; Ramose; Imhotep", for screen readers. */
export function spaceName(
  picture: Picture,
  space: string,
  names: readonly string[],
  mine: number | null,
  choices: readonly Choice[],
): string {
  const offers = choices.map(({ words }) => words.replace(/\?$/, '')).join(', or ')
  if (space === DOOR) {
    const open = ['c1', 'd1', 'e1', 'f1', 'g1'].filter((each) => !picture.blocks.some((block) => block.space === each))
    return ['The door', open.length ? `open from ${listed(open)}` : 'shut for good', offers].filter(Boolean).join(', ')
  }
  const parts = [space, zoneOf(space) ?? '']
  const block = picture.blocks.some((each) => each.space === space)
  if (block) parts.push(`block ${NUMBERS[space] ?? ''}`)
  else if (picture.sealed.includes(space)) parts.push('cut off')
  const tomb = picture.tombs.find((each) => each.space === space)
  if (tomb) {
    const inside = tomb.value === null ? '' : `, ${tomb.value}`
    parts.push(`${tomb.state} sarcophagus of ${lookOf(tomb.god).name}${tomb.state === 'empty' ? '' : inside}`)
  }
  const alcove = picture.alcoves.find((each) => each.space === space)
  if (alcove?.state === 'there')
    parts.push(`alcove of ${lookOf(alcove.god).name}, needs ${alcove.needs.join(' ')}, worth ${alcove.worth}`)
  else if (alcove) parts.push(`alcove, ${alcove.state}`)
  for (const mummy of picture.mummies) {
    if (mummy.space === space)
      parts.push(`${capital(mummy.name)}${mummy.lying ? ', lying' : ` heading for ${mummy.next}`}`)
  }
  picture.seats.forEach((each, seat) => {
    if (each.place === space) parts.push(seat === mine ? 'you' : nameIn(names, seat))
  })
  if (offers) parts.push(offers)
  return parts.filter(Boolean).join(', ')
}

const AFTER: Readonly<Record<string, string>> = {
  load: 'you carry on with this load',
  stamina: 'Stamina is kept for later',
  alcove: 'the roll stands',
  rerolled: 'the attempt ends',
  wound: 'you take the wound',
  shed: 'your first card goes',
  foresight: 'the block falls unseen',
  foreseen: 'the block is kept',
  dodge: 'you take the wound',
  flee: 'you flee towards the door',
}

/** What happens when the time for an answer is up: "the block falls unseen". */
export const afterTime = (picture: Pick<Picture, 'phase'>): string => AFTER[picture.phase] ?? 'play goes on'

/** The phases of a round. */
export const LADDER: readonly [Picture['step'], string][] = [
  ['load', 'Load'],
  ['roll', 'Roll'],
  ['turns', 'Turns'],
  ['mummies', 'Mummies'],
  ['block', 'Block'],
]
export const stepName = (step: Picture['step']): string =>
  LADDER.find(([each]) => each === step)?.[1] ??
  { 'set-up': 'Set-up', score: 'Scoring', over: 'The end' }[step as string] ??
  ''

/** Chips and buttons: what a choice is called in two or three words. */
export function label(choice: Choice): string {
  switch (choice.kind) {
    case 'go':
      return choice.words.startsWith('Flee')
        ? `Flee to ${choice.space}`
        : choice.words.startsWith('Enter')
          ? `Enter ${choice.space}`
          : `Go to ${choice.space}`
    case 'exit':
      return choice.words.startsWith('Flee') ? 'Flee outside' : 'Leave'
    case 'search':
      return 'Search'
    case 'open':
      return 'Open'
    case 'take':
      return `Take the ${choice.card.split(' ')[0]}`
    case 'alcove':
      return 'Try the alcove'
    case 'read':
      return `Read ${choice.space}`
    case 'shoot':
      return choice.words.replace('?', '')
    case 'use':
      return choice.against ? `${capital(choice.card)} against ${choice.against}` : `Use ${choice.card}`
    case 'drop':
      return 'Give up'
    case 'done':
      return 'Done'
    case 'stamina':
      return 'Stamina'
    case 'discard':
      return 'Use the ability'
    case 'clairvoyance':
      return 'Clairvoyance'
    case 'udjat':
      return 'Udjat'
    case 'return':
      return 'Return it'
    case 'dodge':
      return 'Dodge'
    case 'pick':
      return 'Pick the lock'
    case 'keep':
      return choice.clause === '8.8' ? 'Keep it' : 'Let it stand'
    case 'choose':
      return choice.words.replace(/^Be |\?$/g, '')
    case 'reroll':
      return choice.dice.length === 5 ? 'Cast all again' : `Cast ${choice.dice.length} again`
    case 'pass':
      return choice.clause === '4.7' || choice.clause === '6.4'
        ? 'Take the wound'
        : choice.clause === '3.3'
          ? 'Keep it'
          : choice.clause === '4.10'
            ? 'Leave it'
            : 'Pass'
  }
}

/** Price and odds of a choice, for its chip: "32 %, with crowbar 76 %", "33 % a wound". */
export function odds(choice: Choice, tool: string): string {
  if (choice.odds !== null && choice.odds < 1) {
    return choice.tool === null ? percent(choice.odds) : `${percent(choice.odds)}, with ${tool} ${percent(choice.tool)}`
  }
  if (choice.kind === 'search') return choice.risk ? `wound ${percent(choice.risk)}` : 'no wounds left'
  if (choice.kind === 'go' && choice.risk) return 'a wound'
  return ''
}

/** The tool that a seat would use at an alcove. */
export const toolOf = (seat: SeatPicture | undefined): string =>
  seat?.equipment.includes('crowbar') ? 'crowbar' : 'Lock picking'

/** What happens if a seat resigns: who is left decides whether the match goes on (7.6, 7.7). */
export function resigning({ seats }: Picture, leaver: number): string {
  const contenders = seats.filter((each, seat) => seat !== leaver && each.place !== 'dead')
  if (!contenders.length) return 'the match ends and nobody wins.'
  if (contenders.length === 1) return 'the match ends and the other side wins.'
  const next = contenders.some((each) => each.playing) ? 'the others play on' : 'the match ends with the scoring'
  return `your adventurer stays in the pyramid, and ${next}.`
}

/** Who waits while a question to me stands without a limit. */
export function waiting(names: readonly string[], asked: number, againstBots: boolean): string {
  const alone = names.length === 2
  if (againstBots) return `Take your time: only ${alone ? 'a bot waits' : 'bots wait'}`
  return alone ? `${nameIn(names, 1 - asked)} waits for you` : 'The others wait for you'
}
