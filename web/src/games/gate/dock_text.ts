/** What the dock says and offers, in every phase. */
import type { Say, Tool } from '../../table/game_client'
import type { Choice, Picture } from '../../wire/gate'
import { jewelWords, placeWords, spaced, timeText } from './sentences'
import { capital, count, nameIn } from '../../lib/text'

export interface Asked {
  picture: Picture
  choices: readonly Choice[]
  seat: number | null // the seat I act for
  mine: number | null // my seat, also while I may not act
  names: readonly string[]
  held: string // the tile in the hand; empty: none
  spot: { text: string; fits: boolean } | null // where it would lie
  aimed: number // hex pointed at; 0: none
  solutions: boolean | null // whether they are shown; null: there are none to show
  wish: Choice | undefined // what a hint points at
  best: string // practice: what this browser remembers of the puzzle
  act: (text: string) => void
  turn: () => void
  flip: () => void
  put: () => void
  rest: () => void
  reveal: () => void
}

export function dock(asked: Asked): Say {
  const say = asked.picture.mode === 'practice' ? practice(asked) : race(asked)
  return { ...say, tools: say.tools ?? tools(asked) }
}

/** Undo and hints are off in a race (6.4); practice keeps the dock's own buttons for them. */
function tools({ picture, solutions, reveal }: Asked): Tool[] | undefined {
  if (picture.mode === 'practice' && picture.phase === 'solve') return undefined
  if (solutions === null) return []
  return [{ label: solutions ? 'Hide solutions' : 'Solutions', glyph: 'eye', run: reveal }]
}

const has = (choices: readonly Choice[], kind: Choice['kind']): Choice | undefined =>
  choices.find((choice) => choice.kind === kind)

const turning = (turn: Tool['run'], flip: Tool['run']): Tool[] => [
  { label: 'Turn', glyph: 'turn', run: turn, key: 'R', why: 'No tile is in your hand.' },
  { label: 'Flip', glyph: 'flip', run: flip, key: 'F', why: 'No tile is in your hand.' },
]

/** What the dock says while a tile is held, or should be picked up. */
function solving({ picture, choices, held, spot, wish, act, turn, flip, put, rest }: Asked): Say {
  if (!held && wish) {
    const lifts = wish.kind === 'lift'
    return {
      bold: lifts ? 'A tile lies wrong.' : 'A tile and its place are marked.',
      main: { label: lifts ? 'Lift it' : 'Put it there', run: () => act(wish.text) },
    }
  }
  if (!held) {
    const loose = new Set(choices.flatMap((choice) => (choice.kind === 'put' ? [choice.tile] : [])))
    const lying = choices.some((choice) => choice.kind === 'lift')
    const stuck = lying && !loose.size
    return {
      bold: stuck ? 'No tile fits now.' : 'Pick up a tile.',
      more: stuck ? 'Lift a placed tile and try another way.' : 'Drag it, or press it and then the board.',
      small: picture.mode === 'race' ? 'Completing the cover claims it at once' : 'Cover every white cell',
      clause: picture.mode === 'race' ? '3.3' : '3.2',
      // In a race they stay where they are, so that nothing jumps when a tile is picked up.
      tools: picture.mode === 'race' ? turning(null, null) : undefined,
    }
  }
  return {
    bold: `${held} is in your hand.`,
    more: spot?.fits ? 'Put it down, or turn it first.' : undefined,
    small: spot
      ? `${spot.fits ? 'It fits on' : 'It does not fit on'} ${spaced(spot.text.slice(4))}`
      : 'Over the board it snaps into place',
    clause: '3.8',
    tools: [...turning(turn, flip), { label: 'Back', glyph: 'cross', run: rest, key: 'Esc' }],
    main: spot ? { label: 'Put here', run: put } : undefined,
  }
}

function practice(asked: Asked): Say {
  const { picture, choices, names, seat, mine, best, act } = asked
  const [next, done] = [has(choices, 'next'), has(choices, 'done')]
  const one = picture.seats[0]
  if (picture.phase === 'over') return { bold: 'Practice is over.' }
  if (mine === null) return { bold: `${nameIn(names, 0)} practises.`, small: 'Puzzle after puzzle' }
  if (picture.phase === 'solved' || one?.rank != null) {
    return {
      bold: `Solved in ${timeText(one?.time ?? 0)}.`,
      small: best || undefined,
      main: next
        ? { label: 'Next puzzle', run: () => act(next.text) }
        : done && { label: 'Done', run: () => act(done.text) },
      others: next && done ? [{ label: 'Done', run: () => act(done.text) }] : undefined,
    }
  }
  if (seat === null) return { bold: 'A puzzle is laid out.' }
  const said = solving(asked)
  const skip =
    !asked.held && next ? [{ label: 'Another puzzle', run: () => act(next.text), text: next.text }] : undefined
  const end =
    !asked.held && !next && done ? [{ label: 'Give up', run: () => act(done.text), text: done.text }] : undefined
  return { ...said, small: asked.held ? said.small : best || said.small, others: skip ?? end }
}

function race(asked: Asked): Say {
  const { picture, choices, seat, mine, names, act } = asked
  const own = mine === null ? undefined : picture.seats[mine]
  const who = picture.turn >= 0 ? nameIn(names, picture.turn) : ''
  if (own?.resigned && picture.phase !== 'over') {
    return { bold: 'You have left the race.', small: 'Your jewels stay with you', clause: '3.7' }
  }
  switch (picture.phase) {
    case 'gems':
      return { bold: 'The jewels are laid out.', small: 'At random, in view of all', clause: '1.4' }
    case 'first':
      return { bold: 'The first player is drawn.', clause: '2.3' }
    case 'deal':
      return { bold: 'The boards are dealt.' }
    case 'over':
      return { bold: 'The match is over.' }
    case 'start':
      if (seat === null || !has(choices, 'start'))
        return { bold: `${who} places a pyramid.`, small: 'Hexes may be shared', clause: '2.2' }
      return placing(asked)
    case 'roll': {
      const roll = has(choices, 'roll')
      const small = before(picture, names, mine)
      if (seat === null || !roll) return { bold: `${who} rolls for round ${picture.round}.`, small, clause: '3.1' }
      return {
        bold: 'Your roll.',
        more: `It begins round ${picture.round} of ${picture.rounds}.`,
        small,
        clause: '3.1',
        main: { label: 'Roll', run: () => act(roll.text) },
      }
    }
    case 'reward':
      return reward(asked, who)
    default:
      if (own?.rank != null) {
        return {
          bold: `You are ${placeWords(own.rank)}, in ${timeText(own.time ?? 0)}.`,
          small: 'The others have until the sand runs out',
          clause: '3.3',
        }
      }
      if (seat === null && mine !== null)
        return { bold: 'Covered.', small: 'The server has the last word', clause: '3.3' }
      if (seat === null) return { bold: 'The sand runs.', small: 'All solve at the same time', clause: '3.2' }
      return solving(asked)
  }
}

function placing({ picture, choices, aimed, act }: Asked): Say {
  const there = choices.find((choice) => choice.kind === 'start' && choice.hex === aimed)
  return {
    bold: 'Place your pyramid on a hex.',
    small: there ? `Hex ${aimed}, next there: ${jewelWords(picture.takes[aimed - 1] ?? '')}` : 'Hexes may be shared',
    clause: '2.2',
    main: there ? { label: `Place on ${aimed}`, run: () => act(there.text) } : undefined,
  }
}

function reward({ picture, choices, seat, mine, aimed, act }: Asked, who: string): Say {
  const moves = choices.filter((choice) => choice.kind === 'move')
  if (seat === null || !moves.length)
    return { bold: `${who} moves and takes.`, small: 'In order of finishing', clause: '4.1' }
  const here = mine === null ? 0 : (picture.seats[mine]?.hex ?? 0)
  const far = Math.max(...moves.map((choice) => Math.abs(choice.hex - here)))
  const chosen = moves.find((choice) => choice.hex === aimed)
  const stay = moves.find((choice) => choice.hex === here)
  const words = (choice: Choice) =>
    `${choice.hex === here ? 'Stay' : `To hex ${choice.hex}`}: ${jewelWords(choice.takes)}`
  return {
    bold: far ? `Move up to ${count(far)} ${far === 1 ? 'hex' : 'hexes'}, and take.` : 'Take your jewels.',
    small: chosen ? words(chosen) : 'The two leftmost jewels of a track are ringed',
    clause: '4.1',
    others: stay && !chosen ? [{ label: `Stay on ${here}`, run: () => act(stay.text), text: stay.text }] : undefined,
    main: chosen
      ? { label: chosen.hex === here ? `Stay on ${here}` : `Move to ${chosen.hex}`, run: () => act(chosen.text) }
      : undefined,
  }
}

/** The results of the round before, in a line. */
function before(picture: Picture, names: readonly string[], mine: number | null): string | undefined {
  const last = picture.results.at(-1)
  if (!last) return undefined
  if (!last.length) return 'Nobody solved: the boards are discarded'
  return last
    .map(
      (one, i) => `${placeWords(i + 1)} ${one.seat === mine ? 'you' : nameIn(names, one.seat)}, ${timeText(one.time)}`,
    )
    .map((text, i) => (i ? text : capital(text)))
    .join('; ')
}
