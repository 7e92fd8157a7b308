/** What the dock says and offers, in every state of every mode. */
import type { Say, Tool } from '../../table/game_client'
import type { Rated } from '../../wire/messages'
import type { BoardPicture, Choice, Picture } from '../../wire/solitaire'
import { nameOf } from './geometry'
import { topOf } from './nest'
import { bestHop, GOAL_PIPS, lost, perfect, verdict } from './ratings'
import { goalWords, minimumWords, pips, pyramids, sizeName } from './sentences'
import { capital, count, listed, nameIn } from '../../lib/text'

export interface Asked {
  picture: Picture
  board: BoardPicture | undefined // the one I play on, or look at
  choices: readonly Choice[]
  seat: number | null
  mine: number | null // my seat, also while I may not act
  shared: boolean // several seats are mine: one device for all
  names: readonly string[]
  held: number // square of the pyramid taken up, or NOWHERE
  told: number // square that was asked about and has no hop, or NOWHERE
  aimed: Choice | undefined // waits for the main button
  hinted: string | null // an action that the table's own hint points at
  strength: number // of the hint asked for: 0 none, 1 still perfect?, 2 which square?, 3 which hop?
  rated: Rated | null // of this moment
  asking: boolean // whether to start again
  act: (text: string) => void
  ask: (again: boolean) => void
  hint: ((strength?: number) => void) | null // without a strength: tells more than before
  undo?: (() => void) | null
  redo?: (() => void) | null
  restart?: (() => void) | null
}

/** What the dock says and offers now. */
export function dock(asked: Asked): Say {
  const { picture } = asked
  const said = picture.mode === 'solo' ? solo(asked) : picture.mode === 'king-tut' ? kingTut(asked) : quicksand(asked)
  return { ...said, tools: tools(asked) }
}

/** Undo and hints are free in the solo game and off in the timed ones (1.7). */
function tools({ picture, seat, undo, redo, hint }: Asked): Tool[] | undefined {
  if (picture.mode !== 'solo') return []
  if (undo === undefined && redo === undefined) return undefined // a table without them keeps its own buttons
  return [
    { label: 'Undo', glyph: 'undo', run: undo ?? null, why: 'There is no hop to take back.' },
    { label: 'Redo', glyph: 'redo', run: redo ?? null, why: 'Nothing was taken back.' },
    {
      label: 'Hint',
      glyph: 'lamp',
      run: seat === null || !hint ? null : () => hint(),
      why: 'There is nothing to choose now.',
    },
  ]
}

function solo(asked: Asked): Say {
  const { picture, board, seat, names, restart, asking, ask } = asked
  if (!board) return { bold: '' }
  if (picture.phase === 'over') return { bold: ended(picture, board), clause: board.stuck ? undefined : '1.4' }
  if (seat === null) return { bold: `${nameIn(names, 0)} is at play.`, small: left(board) }
  if (asking && restart) {
    return {
      bold: 'Start again from the beginning?',
      small: 'Every hop is taken back',
      main: { label: 'Start again', run: restart },
      others: [{ label: 'Play on', run: () => ask(false) }],
    }
  }
  const again = restart ? [{ label: 'Start again', run: () => ask(true) }] : undefined
  const chosen = choosing(asked)
  return { ...chosen, others: chosen.others ?? (chosen.main ? undefined : again) }
}

function ended(picture: Picture, board: BoardPicture): string {
  if (board.pieces === 1 && board.score === GOAL_PIPS[picture.goal]) return `Perfect: a single ${picture.goal} is left.`
  return `${capital(left(board))}${board.stuck ? ', and no hop is left' : ''}.`
}

const left = (board: BoardPicture): string => `${pips(board.score)} in ${pyramids(board.pieces)}`

/** What the dock says while a hop is chosen, in every mode. */
function choosing(asked: Asked): Say {
  const { picture, board, choices, held, told, aimed, hinted, act } = asked
  if (!board) return { bold: '' }
  const play = (choice: Choice) => ({
    bold: choice.words,
    small: choice.more || undefined,
    clause: choice.clause || undefined,
    main: { label: `Hop ${choice.text}`, run: () => act(choice.text) },
  })
  if (aimed) return play(aimed)
  if (held >= 0) {
    const name = nameOf(held, picture.files)
    const ways = choices.filter((choice) => choice.start === name)
    const [only] = ways
    if (only && ways.length === 1) return play(only)
    return {
      bold: `${name} can hop ${count(ways.length)} ways.`,
      more: 'It lands on an empty square or its own size.',
      small: ways.map((way) => `over ${way.over} to ${way.end} takes ${pipsOf(way)}`).join(', '),
      clause: '1.3',
    }
  }
  if (told >= 0) {
    const top = topOf(board.squares[told] ?? '')
    const name = nameOf(told, picture.files)
    if (!top) return { bold: `${name} is empty.`, small: 'Choose a pyramid that is marked', told: true }
    return {
      bold: `The ${sizeName(top)} on ${name} has no hop.`,
      small: 'Beyond a neighbour it needs an empty square or its own size',
      clause: '1.3',
      told: true,
    }
  }
  const pointed = choices.find((choice) => choice.text === hinted)
  if (pointed) return play(pointed)
  const lit = hint(asked)
  if (lit)
    return 'start' in lit ? { ...play(lit), small: asked.rated ? hintReason(picture, asked.rated) : lit.more } : lit
  const begun = board.score < 6 * picture.ranks * picture.files
  return {
    bold: 'Choose a pyramid to hop.',
    small: begun || picture.mode !== 'solo' ? left(board) : minimumWords(picture) || goalWords(picture),
    clause: begun || picture.mode !== 'solo' ? undefined : minimumWords(picture) ? '1.7' : '1.6',
  }
}

/** Why a hint points at this hop: what it keeps in reach. */
export function hintReason(picture: Picture, rated: Rated): string {
  if (perfect(rated, picture)) return `It keeps a single ${picture.goal} in reach`
  return `It keeps ${pips(rated.best)} in reach${rated.exact ? '' : ', the fewest found'}`
}

const pipsOf = (choice: Choice): number => ({ S: 1, M: 2, L: 3 })[choice.taken] ?? 0

/** The hint in its three strengths, each offered by name: is it still perfect, which square, which hop. */
function hint({ picture, choices, strength, rated, hint: ask }: Asked): Say | Choice | null {
  if (!strength) return null
  if (!rated) return { bold: 'Looking ahead.', small: 'The answer comes in a moment' }
  const best = bestHop(rated, choices)
  const square = { label: 'Which square?', short: 'Square?', run: () => ask?.(2) }
  const hop = { label: 'Which hop?', short: 'Hop?', run: () => ask?.(3) }
  if (strength === 1) {
    const { bold, rest } = verdict(rated, picture)
    return { bold, small: rest.replace(/\.$/, '') || undefined, others: best ? [square, hop] : undefined }
  }
  if (!best && lost(rated, picture)) {
    return {
      bold: `Nothing leads to a single ${picture.goal} any more.`,
      small: 'Take hops back, or play for few pips',
    }
  }
  if (!best) return { bold: 'No hop is known to be better than another.', small: 'The search did not get that far' }
  if (strength === 2) return { bold: `Look at ${best.start}.`, small: 'A pyramid there hops next', others: [hop] }
  return best
}

function kingTut(asked: Asked): Say {
  const { picture, choices, seat, mine, names, act } = asked
  if (picture.phase === 'over') return { bold: 'All games have been played.' }
  const who = nameIn(names, picture.seat)
  const start = choices.find((choice) => choice.kind === 'start')
  if (start && seat !== null) {
    const own = mine === picture.seat && !asked.shared
    return {
      bold: own ? 'Your game. Start when you are ready.' : `${who}, start when you are ready.`,
      small: 'After a minute the clock runs by itself',
      clause: '2.4',
      main: { label: 'Start', run: () => act(start.text) },
    }
  }
  if (picture.phase === 'ready') return { bold: `${who} is about to start.`, small: 'Everybody watches', clause: '2.1' }
  const done = choices.find((choice) => choice.kind === 'done')
  if (seat === null || !done) {
    return { bold: `${who} plays against the clock.`, small: asked.board && left(asked.board) }
  }
  return { ...choosing(asked), others: [{ label: 'Done', run: () => act(done.text), text: done.text }] }
}

function quicksand(asked: Asked): Say {
  const { picture, board, choices, seat, mine, names, act } = asked
  if (picture.phase === 'over') return { bold: 'The bell has rung.', small: lowest(picture, names), clause: '3.3' }
  if (picture.phase === 'ringing') return { bold: 'The bell rings.' }
  if (picture.phase === 'drawing') return { bold: 'The sand is poured.' }
  if (picture.phase === 'ready') {
    const start = choices.find((choice) => choice.kind === 'start')
    if (start && seat !== null) {
      return {
        bold: 'Say start when you are ready.',
        small: 'The sand runs when all have said it, or 20 seconds after the first',
        clause: '3.4',
        main: { label: 'Start', run: () => act(start.text) },
      }
    }
    const open = picture.said.flatMap((said, other) => (said ? [] : [nameIn(names, other)]))
    const bold = mine !== null && picture.said[mine] ? 'You have said start.' : 'The sand does not run yet.'
    return { bold, small: open.length ? `Waiting for ${listed(open, 'and')}` : undefined, clause: '3.4' }
  }
  if (mine !== null && board?.stuck) {
    return { bold: 'You have no hop left.', small: `You wait for the bell with ${pips(board.score)}`, clause: '3.2' }
  }
  if (seat === null) return { bold: 'The sand runs.', small: lowest(picture, names) }
  return choosing(asked)
}

/** The players with the fewest pips, ties included. */
function lowest(picture: Picture, names: readonly string[]): string {
  const least = Math.min(...picture.boards.map((board) => board.score))
  const who = picture.boards.flatMap((board, seat) => (board.score === least ? [nameIn(names, seat)] : []))
  return `Fewest pips: ${listed(who, 'and')}, ${least}`
}
