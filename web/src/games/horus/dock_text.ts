/** What the dock says and offers, from the picture, the choices and the player's selection. */
import type { Say } from '../../table/game_client'
import type { Choice, Picture, SeatPicture } from '../../wire/horus'
import { deeds } from './desk.svelte'
import { zoneOf } from './geometry'
import { label, odds, percent, points, toolOf } from './sentences'
import { capital, nameIn, plural } from '../../lib/text'

export interface Asked {
  picture: Picture
  choices: readonly Choice[]
  seat: number | null // the seat I act for
  mine: number | null // my seat, also while I may not act
  shared: boolean // several seats are mine
  names: readonly string[]
  asked: Choice | undefined // the selected choice: pointed at, or waiting for confirmation
  sure: boolean // it waits for confirmation
  cast: Choice | undefined // the cast of the dice that are picked up
  hinted: string | null
  upright: boolean
  go: (() => void) | null // rolls, when the roll is mine
  choose: (choice: Choice) => void
  play: (text: string) => void
  rest: () => void // clears what waits for confirmation
}

const find = (choices: readonly Choice[], kind: Choice['kind']) => choices.find((choice) => choice.kind === kind)

export function dock(asked: Asked): Say {
  const { picture, choices, seat, go } = asked
  if (picture.phase === 'over') return { bold: 'The match is over.' }
  if (go) return rolling(asked, go)
  if (seat === null || !choices.length) return waiting(asked)
  const said = picture.phase === 'turn' ? turn(asked) : question(asked)
  return pointed(asked, said)
}

const opening = ({ shared, names, seat }: Asked, words: string): string =>
  shared && seat !== null ? `${nameIn(names, seat)}: ${words.charAt(0).toLowerCase()}${words.slice(1)}` : words

const ROLLS: Readonly<Record<string, [string, string, string]>> = {
  roll: ['Roll for everybody’s actions.', 'Each die that shows your number or more gives you an action', '3.1'],
  mummies: ['Roll for the mummies.', 'They walk a space for each die of 4 or more', '5.2'],
  cast: ['Cast the dice at the alcove.', 'You may cast some of them once more', '4.4'],
  recast: ['Cast the dice again.', 'This cast decides', '4.10'],
  chest: ['Roll for a chest.', 'It is worth what the die shows', '7.3'],
}

function rolling(asked: Asked, go: () => void): Say {
  const [bold, small, clause] = ROLLS[asked.picture.phase] ?? ['Roll the dice.', '', asked.picture.clause]
  return { bold: opening(asked, bold), small, clause, main: { label: 'Roll', run: go } }
}

const chested = (own: SeatPicture): boolean => own.cards.some((card) => card.chest && !card.pips)

/** What the dock says while I am not asked. */
export function waiting({ picture, names, mine }: Asked): Say {
  const { clause, acting, ankh } = picture
  const sentence = picture.seats[ankh]?.playing
    ? picture.sentence.replace(/^The first player/, () => nameIn(names, ankh))
    : picture.sentence
  const whole = acting < 0 || /^[A-Z]/.test(sentence)
  const left = picture.phase === 'turn' ? `, ${plural(picture.seats[acting]?.actions ?? 0, 'action')} left` : ''
  const bold = whole ? `${sentence}.` : `${nameIn(names, acting)} ${sentence}${left}.`
  const own = picture.seats[mine ?? -1]
  const reading = picture.foreseen && picture.foreseen.seat === mine && picture.foreseen.space
  if (reading) return { bold, small: `You know: block ${picture.foreseen?.number}, for ${reading}`, clause }
  if (own?.place === 'dead') return { bold, small: 'You are out of the game, and may watch the others', clause }
  if (own?.place === 'escaped')
    return {
      bold,
      small: `You are out${own.score ? ` with ${points(own.score.total)}${chested(own) ? ' and what your chests hold' : ''}` : ''}`,
      clause,
    }
  return {
    bold,
    small: own?.adventurer && picture.step === 'turns' ? `You have ${plural(own.actions, 'action')} in this round` : '',
    clause,
  }
}

const WHERE: Readonly<Record<string, string>> = { rubble: 'the rubble', sand: 'the sand', pond: 'the pond' }

function turn(asked: Asked): Say {
  const { picture, choices, seat, choose } = asked
  const own = picture.seats[seat ?? -1]
  const done = find(choices, 'done')
  const main = done ? { label: 'Done', run: () => choose(done), text: done.text } : undefined
  if (own?.place === 'outside')
    return {
      bold: opening(asked, `Enter the pyramid, ${plural(own.actions, 'action')}.`),
      small: 'Choose an open space behind the door',
      clause: '4.1',
      main,
    }
  const bold = opening(asked, own?.actions ? `Your turn, ${plural(own.actions, 'action')} left.` : 'No action left.')
  const may: string[] = []
  if (find(choices, 'go')) may.push('move to a marked space')
  if (find(choices, 'search')) may.push(`search ${WHERE[zoneOf(own?.place ?? '') ?? ''] ?? 'here'}`)
  if (find(choices, 'open')) may.push('open the sarcophagus')
  if (find(choices, 'take')) may.push('take the card')
  if (find(choices, 'alcove')) may.push('try the alcove')
  if (find(choices, 'exit')) may.push('leave')
  const rest = may.slice(0, -1).join(', ')
  const small = may.length ? capital(rest ? `${rest} or ${may.at(-1)}` : (may[0] ?? '')) : 'You may still use equipment'
  return { bold, small, clause: find(choices, 'search') ? '4.2' : '4.1', main }
}

const ASKS: Readonly<Record<string, string>> = {
  choose: 'Choose your adventurer.',
  load: 'Carry on, or give something up.',
  stamina: 'Declare Stamina before the roll?',
  alcove: 'Which dice do you cast again?',
  rerolled: 'One number is missing.',
  shed: 'You carry too much: give up a card.',
  foresight: 'Look at the next block?',
  foreseen: 'Keep this block, or return it?',
  dodge: 'A block falls on you. Dodge?',
  flee: 'A block falls on you: flee.',
}

function question(asked: Asked): Say {
  const { picture, choices, cast, seat, upright, choose, play } = asked
  const { phase, clause, foreseen, cast: dice } = picture
  const own = picture.seats[seat ?? -1]
  const bold = opening(
    asked,
    phase === 'wound' ? `${capital(picture.about)}: use something against it?` : (ASKS[phase] ?? 'Choose.'),
  )
  const all = deeds(choices).map((each) => ({
    choice: each,
    label: each.kind === 'discard' && own ? `Use ${own.ability}` : labelled(each, toolOf(own)),
    run: () => choose(each),
  }))
  const tools = upright ? { tools: [] } : {}
  if (phase === 'load') {
    const done = find(choices, 'done')
    return {
      bold,
      small: done?.more ?? '',
      clause,
      ...(done ? { main: { label: 'Carry on', run: () => choose(done), text: done.text } } : {}),
    }
  }
  if (phase === 'alcove') {
    const small = dice ? `${capital(plural(dice.missing, 'number'))} missing; pick the dice to cast again` : ''
    const main = cast ? { label: `${label(cast)}, ${percent(cast.odds ?? 0)}`, run: () => play(cast.text) } : undefined
    return { bold, small, clause, others: all, ...(main ? { main } : {}), ...tools }
  }
  if (phase === 'choose' || phase === 'shed' || phase === 'flee') {
    const small =
      phase === 'shed'
        ? `Load ${own?.load ?? 0}; twelve is the most`
        : phase === 'flee'
          ? (find(choices, 'go') ?? find(choices, 'exit'))?.more
          : ''
    const exit = find(choices, 'exit')
    return { bold, small, clause, others: exit ? [{ label: label(exit), run: () => choose(exit) }] : [] }
  }
  const known = foreseen?.space ? `Block ${foreseen.number}, for ${foreseen.space}. You alone know it` : ''
  // What is pointed at comes first, so that the other answers stay on offer beside it.
  const wish = asked.asked?.text ?? asked.hinted
  const [first, ...others] = all.sort((a, b) => Number(b.choice.text === wish) - Number(a.choice.text === wish))
  return {
    bold,
    small: known || first?.choice.more || '',
    clause,
    others: others.reverse().map(({ choice, label, run }) => ({ label, run, ...shortly(choice) })),
    ...(first ? { main: { label: first.label, run: first.run } } : {}),
    ...tools,
  }
}

/** A shorter label for narrow screens. */
const shortly = (choice: Choice): { short?: string } => {
  if (choice.kind === 'use' && choice.against) return { short: capital(choice.card) }
  return label(choice) === 'Take the wound' ? { short: 'Take it' } : {}
}

const labelled = (choice: Choice, tool: string): string => {
  const chance = choice.kind === 'search' ? '' : odds(choice, tool)
  return chance ? `${label(choice)}, ${chance}` : label(choice)
}

/** The words of the selected choice in place of the general ones. */
function pointed(asked: Asked, said: Say): Say {
  const { choices, asked: choice, sure, hinted, picture, seat, play, rest } = asked
  const wish = choice ?? choices.find((each) => each.text === hinted)
  if (!wish) return said
  const price = wish.price ? 'One action' : ''
  const chance = odds(wish, toolOf(picture.seats[seat ?? -1]))
  const small = [price, chance].filter(Boolean).join(', ')
  const others = sure ? [{ label: 'Cancel', run: rest }] : (said.others ?? [])
  return {
    ...said,
    bold: wish.words,
    ...(wish.more ? { more: wish.more } : {}),
    small: small || wish.more,
    clause: wish.clause,
    main: {
      label: wish.kind === 'done' && sure ? 'End the turn' : label(wish),
      run: () => play(wish.text),
      // On a turn the hint is marked on the map; the answer to a question stands only here.
      ...(picture.phase !== 'turn' && wish.text === hinted ? { lamp: true } : {}),
    },
    others,
  }
}
