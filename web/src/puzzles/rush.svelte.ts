/** A puzzle rush: as many quick puzzles as one can in five minutes, the further the harder. */
import type { PuzzleMoment, RushPuzzle } from '../wire/messages'
import type { AnyClient } from '../games/catalog'
import { Exercise } from '../learn/exercise.svelte'
import { speak } from '../lib/announce.svelte'
import { api } from '../lib/api'
import { play } from '../lib/sound'
import { plural } from '../lib/text'
import { bestRush, keepRush } from './rush_record'

export const RUSH_MS = 300_000
const LOOK = { right: 500, wrong: 1100 } // ms that an answer stands before the next puzzle comes
const TICKS = 10 // last seconds that are heard

const letters = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => (byte % 36).toString(36)).join('')

/** One puzzle of a rush. */
class RushExercise extends Exercise<PuzzleMoment> {
  constructor(
    client: AnyClient,
    readonly puzzle: RushPuzzle,
    private readonly judged: (right: boolean, sentence: string) => void,
  ) {
    const { game, seed, n } = puzzle
    super(client, (done, attempt) => api.tryRush(game, seed, n, { done: [...done], try: attempt }))
    this.answer = { moment: puzzle.moment, done: [], refused: null, verdict: null, hint: '', advice: '' }
  }

  override get closed(): boolean {
    return Boolean(this.answer?.verdict) || super.closed
  }

  override async act(text: string): Promise<void> {
    if (!this.open) return
    await super.act(text)
    const verdict = this.answer?.verdict
    if (verdict && !this.refused) this.judged(verdict.right, verdict.sentence)
  }
}

export class Rush {
  phase: 'ready' | 'running' | 'over' = $state('ready')
  left = $state(RUSH_MS) // ms
  marks: boolean[] = $state.raw([]) // right or not, in order
  exercise: RushExercise | null = $state.raw(null)
  said = $state('') // about the last answer
  best = $state(0) // before this rush
  trouble = $state('')
  #seed = ''
  #next: Promise<RushPuzzle> | null = null
  #end = 0
  #clock: ReturnType<typeof setInterval> | undefined
  #pause: ReturnType<typeof setTimeout> | undefined

  constructor(
    readonly client: AnyClient,
    readonly game: string,
  ) {
    this.best = bestRush(game)
  }

  get found(): number {
    return this.marks.filter(Boolean).length
  }

  async start(): Promise<void> {
    this.close()
    this.best = bestRush(this.game)
    this.#seed = letters()
    this.marks = []
    this.said = this.trouble = ''
    this.#next = null
    this.left = RUSH_MS
    if (!(await this.#show(0))) return
    this.phase = 'running'
    this.#end = performance.now() + RUSH_MS
    this.#clock = setInterval(() => this.#tick(), 200)
  }

  /** Leaves a puzzle for the next one. */
  skip(): void {
    if (this.phase === 'running' && this.exercise?.open) this.#mark(false, 'Skipped.', 0)
  }

  close(): void {
    clearInterval(this.#clock)
    clearTimeout(this.#pause)
  }

  async #show(n: number): Promise<boolean> {
    try {
      const puzzle = await (this.#next ?? api.rushPuzzle(this.game, this.#seed, n))
      this.exercise = new RushExercise(this.client, puzzle, (right, sentence) =>
        this.#mark(right, right ? 'Right.' : sentence, right ? LOOK.right : LOOK.wrong),
      )
      // The next one is fetched while this one is being solved.
      this.#next = api.rushPuzzle(this.game, this.#seed, n + 1)
      this.#next.catch(() => (this.#next = null))
      return true
    } catch (fault) {
      this.trouble = (fault as Error).message
      return false
    }
  }

  #mark(right: boolean, words: string, look: number): void {
    if (this.phase !== 'running') return
    this.marks = [...this.marks, right]
    this.said = words
    play(right ? 'stone' : 'refused')
    speak(words)
    const n = this.marks.length
    this.#pause = setTimeout(() => void this.#show(n).then(() => (this.said = '')), look)
  }

  #tick(): void {
    const left = Math.max(0, this.#end - performance.now())
    const [before, after] = [Math.ceil(this.left / 1000), Math.ceil(left / 1000)]
    if (after < before && after > 0 && after <= TICKS) play('second')
    this.left = left
    if (left === 0) this.#finish()
  }

  #finish(): void {
    this.close()
    this.phase = 'over'
    keepRush(this.game, this.found)
    play('win')
    speak(`Time is up. You found ${plural(this.found, 'puzzle')}.`)
  }
}
