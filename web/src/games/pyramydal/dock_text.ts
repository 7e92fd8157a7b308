/** What the dock says and offers, from the picture, the choices and the player's selection. */
import type { Say, Tool } from '../../table/game_client'
import type { Choice, Picture } from '../../wire/pyramydal'
import { statueName, worth } from './pieces'
import { nameOf, nameOfPiece, pyramids } from './sentences'
import { capital, listed, nameIn } from '../../lib/text'

export interface Asked {
  picture: Picture
  choices: readonly Choice[]
  seat: number | null // the seat I act for
  mine: number | null // my seat, also while I may not act
  shared: boolean // several seats are mine
  names: readonly string[]
  pointed: number // the selected cell; 0: none
  number: number // the selected number; 0: none
  offered: Choice | undefined // the build that the main button makes
  picked: boolean // the player has picked it
  hinted: string | null
  upright: boolean // narrow screens leave `more` out
  leaving: string // retire or decline, which ask twice; empty: neither
  leave: (text: string) => void
  act: (text: string) => void
  another: (() => void) | null // offers another build; null: there is only one
  undo: (() => void) | null
}

const find = (choices: readonly Choice[], kind: Choice['kind']) => choices.find((choice) => choice.kind === kind)

export function dock(asked: Asked): Say {
  const { picture, choices, seat } = asked
  if (picture.phase === 'over') return { bold: 'The match is over.' }
  if (picture.phase === 'lay')
    return { bold: 'The line is being laid.', small: 'By chance, one pyramid after the other', clause: '1.2' }
  if (seat === null || !choices.length) return waiting(asked)
  if (find(choices, 'choose')) return choosing(asked)
  if (find(choices, 'take')) return taking(asked)
  return building(asked)
}

/** The name before a sentence, where several players share a device. */
const whose = ({ shared, names, seat }: Asked): string => (shared && seat !== null ? `${nameIn(names, seat)}: ` : '')
const opening = (asked: Asked, words: string): string => {
  const who = whose(asked)
  return who ? `${who}${words.charAt(0).toLowerCase()}${words.slice(1)}` : words
}

function waiting(asked: Asked): Say {
  const { picture, names, mine } = asked
  const about = told(asked)
  const own = picture.seats[mine ?? -1]
  if (picture.phase === 'choose' || picture.phase === 'reveal') {
    const due = picture.seats.flatMap((each, seat) => (each.choice === 'due' ? [nameIn(names, seat)] : []))
    const bold =
      own?.choice === 'known' && own.number ? `You have chosen ${own.number}.` : 'The numbers are being chosen.'
    const small = due.length
      ? `Waiting for ${listed(due)}; nobody sees a number before all have chosen`
      : 'They are turned up together'
    return { bold, small, clause: '5.1', tools: [] }
  }
  const who = picture.turn >= 0 ? nameIn(names, picture.turn) : 'The others'
  const bold = picture.last
    ? `${who} takes the last turn of the game.`
    : picture.phase === 'build'
      ? `${who} may build.`
      : `${who} is to move.`
  return { bold, ...about, ...(about.small ? {} : rest(asked)) }
}

/** The small line while others act. */
function rest({ picture, mine }: Asked): Pick<Say, 'small' | 'clause'> {
  const own = picture.seats[mine ?? -1]
  if (!own || picture.last) return picture.last ? { small: 'After it everybody is scored', clause: '4.1' } : {}
  if (own.token === 'out') return { small: 'You are out; the others play on', clause: '4.7' }
  if (own.token === 'retired' || own.token === 'stuck')
    return { small: 'Your token can go no further; you may still build', clause: '2.4' }
  return {}
}

/** The small line about a pyramid that is pointed at but cannot be taken now. */
function told({ picture, pointed, mine }: Asked): Pick<Say, 'small' | 'clause'> {
  const piece = picture.line[pointed - 1]
  if (!piece) return {}
  const own = picture.seats[mine ?? -1]
  const place = own && pointed < own.cell ? 'behind you' : ''
  return { small: capital([`${pointed}: ${nameOfPiece(piece)}`, place].filter(Boolean).join(', ')) }
}

/** Whether another turn is certain: what a player who could build needs to know. */
export function assistant(picture: Picture, seat: number): Pick<Say, 'small' | 'clause'> {
  const own = picture.seats[seat]
  if (!own) return {}
  if (picture.last) return { small: 'The last turn of the game: no statue of three is built after it', clause: '4.1' }
  if (picture.die) return { small: 'Nobody knows who moves how far: a further turn is not certain', clause: '4.1' }
  if (own.again) return { small: 'Another turn of yours is certain, so building can wait', clause: '4.1' }
  return { small: 'Another turn is not certain: build what you want to keep', clause: '4.1' }
}

function taking(asked: Asked): Say {
  const { picture, choices, seat, pointed, hinted, upright, leaving, leave, act } = asked
  const [retire, decline] = [find(choices, 'retire'), find(choices, 'decline')]
  const others = [retire, decline].flatMap((choice) =>
    choice ? [{ label: capital(choice.kind), run: () => leave(choice.text), text: choice.text }] : [],
  )
  const left = [retire, decline].find((each) => each && each.text === leaving)
  if (left) {
    return {
      bold: left.words,
      small: left.more,
      clause: left.clause,
      main: { label: capital(left.kind), run: () => act(left.text) },
      others: [{ label: 'Cancel', run: () => leave('') }],
    }
  }
  const choice = choices.find((each) => each.kind === 'take' && each.cell === pointed)
  if (choice) {
    return {
      bold: choice.words,
      more: choice.more,
      small: made(choice) || (upright ? passes(choice) : 'Every pyramid ahead of your token may be taken'),
      clause: choice.clause || '2.1',
      main: { label: `Take ${choice.cell}`, run: () => act(choice.text) },
      others,
    }
  }
  const wish = choices.find((each) => each.text === hinted)
  if (wish && wish.kind === 'take')
    return {
      bold: wish.words,
      more: wish.more,
      main: { label: `Take ${wish.cell}`, run: () => act(wish.text) },
      others,
    }
  const bold = picture.last
    ? 'The last turn of the game: take a pyramid, or decline.'
    : opening(asked, 'Take a pyramid ahead of your token.')
  const own = seat === null ? undefined : picture.seats[seat]
  const late = own && !own.again && !picture.die // before the move no further turn is certain: it may lead to the end
  const small = picture.last
    ? 'After your turn everybody is scored'
    : late
      ? 'This may be your last turn'
      : 'Every pyramid ahead may be taken; those you pass are lost to you'
  return { bold, small, clause: late || picture.last ? '4.1' : '2.1', others }
}

const passes = ({ skipped }: Choice): string =>
  skipped ? `You pass ${pyramids(skipped)}; ${skipped === 1 ? 'it is' : 'they are'} lost to you` : 'You pass nothing'

/** "Then you could build three large carnelians for 36." */
function made({ builds }: Choice): string {
  if (!builds.length) return ''
  const [first] = [...builds].sort((a, b) => worth(b) - worth(a))
  const more = builds.length > 1 ? `, or ${builds.length === 2 ? 'one other' : `${builds.length - 1} others`}` : ''
  return first ? `Then you could build ${statueName(first)} for ${worth(first)}${more}` : ''
}

function building(asked: Asked): Say {
  const { picture, choices, seat, offered, picked, act, another, undo } = asked
  const end = find(choices, 'end')
  const done = end ? { label: 'Done', run: () => act(end.text), text: end.text } : null
  const advice = seat === null ? {} : assistant(picture, seat)
  if (!offered?.statue)
    return { bold: opening(asked, 'Your turn ends here.'), ...advice, ...(done ? { main: done } : {}) }
  const { statue } = offered
  const build = { label: `Build for ${statue.points}`, run: () => act(offered.text), text: offered.text }
  const waits = Boolean(seat !== null && picture.seats[seat]?.again && !picked && !picture.last)
  const bold = waits && done ? opening(asked, `You may build ${nameOf(statue)}.`) : `Build ${nameOf(statue)}?`
  const [loud, quiet] = waits && done ? [done, build] : [build, done]
  const tools: Tool[] | undefined = another
    ? [
        { label: 'Undo', glyph: 'undo', run: undo, why: 'Nothing to take back.' },
        { label: 'Another statue', glyph: 'swap', run: another },
      ]
    : undefined
  return { bold, ...advice, main: loud, others: quiet ? [quiet] : [], ...(tools ? { tools } : {}) }
}

function choosing(asked: Asked): Say {
  const { picture, choices, number, act } = asked
  const choice = choices.find((each) => each.kind === 'choose' && each.number === number)
  if (!choice)
    return {
      bold: opening(
        asked,
        picture.last ? `The last round: choose 1 to ${picture.die}.` : `Choose a number, 1 to ${picture.die}.`,
      ),
      small: 'In secret and for good; all numbers are turned up together',
      clause: '5.1',
      tools: [],
    }
  return {
    bold: choice.words,
    more: choice.more,
    small: choice.sure ? 'Nobody moves before you' : 'Those behind you move first, so it may lead elsewhere',
    clause: choice.clause || '5.2',
    main: { label: `Choose ${choice.number}`, run: () => act(choice.text) },
    tools: [],
  }
}
