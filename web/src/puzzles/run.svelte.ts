/** One puzzle being solved: an exercise that ends with an answer, which is right or not. */
import type { DayPuzzle, Moment, PuzzleMoment, PuzzleVerdict } from '../wire/messages'
import type { AnyClient } from '../games/catalog'
import { Exercise } from '../learn/exercise.svelte'
import { speak } from '../lib/announce.svelte'
import { api } from '../lib/api'
import { calm } from '../lib/motion'
import { play } from '../lib/sound'
import { syncProgress } from '../account/progress_sync'
import { count, results } from './results.svelte'
import { begun, forgetBegun, keepBegun, type Begun } from './tries'

const LONGEST = 86_400_000 // ms that are counted
const LOOK = 1400 // ms that a wrong answer stands on the board before the position comes back

export class PuzzleRun extends Exercise<PuzzleMoment> {
  begun: Begun = $state.raw({ since: 0, tries: 0, first: '', helped: false })
  wrong = $state('') // what is said of the last wrong answer
  hint = $state('') // the action that the lamp points at, in notation
  advice = $state('') // the hint in words
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(
    client: AnyClient,
    readonly date: string,
    readonly puzzle: DayPuzzle,
  ) {
    super(client, (done, attempt) => api.tryPuzzle(date, puzzle.game, { done: [...done], try: attempt }))
    this.begun = begun(date, puzzle.game)
  }

  get game(): string {
    return this.puzzle.game
  }

  get verdict(): PuzzleVerdict | null {
    return this.answer?.verdict ?? null
  }

  /** Whether a best answer stands, or the player gave up: then all answers are shown. */
  get solved(): boolean {
    return Boolean(this.verdict?.choices.length)
  }

  override get closed(): boolean {
    return this.verdict !== null || super.closed
  }

  /** The one move that answered it, drawn in the position before; empty while it is open, or took several. */
  get pointed(): string | null {
    return this.solved && this.verdict?.line.length === 1 ? this.verdict.answer : null
  }

  override get moment(): Moment | null {
    return this.pointed === null ? super.moment : this.puzzle.moment
  }

  override get seat(): number | null {
    return this.pointed === null ? super.seat : (this.puzzle.moment?.seat ?? null)
  }

  override get choices(): unknown[] {
    if (this.pointed === null) return super.choices
    const all = (this.puzzle.moment?.choices ?? []) as { text: string }[]
    return all.filter(({ text }) => text === this.pointed)
  }

  /** Goes to where the right answer stands, if this device knows the way. */
  async begin(): Promise<void> {
    await this.start(results.of(this.date, this.game)?.line ?? [])
  }

  /** The next try; an answer is judged. */
  override async act(text: string): Promise<void> {
    if (!this.open) return
    this.#forget()
    await super.act(text)
    const { verdict } = this
    if (verdict && !this.refused) this.#judge(verdict)
  }

  /** Back to the position of the puzzle. */
  async again(): Promise<void> {
    clearTimeout(this.#timer)
    this.#forget()
    await this.start([])
  }

  /** Points at the best next action. The result then counts as helped. */
  async help(): Promise<void> {
    if (!this.open) return
    this.wrong = ''
    this.#keep({ ...this.begun, helped: true })
    const { hint, advice } = await api.tryPuzzle(this.date, this.game, { done: [...this.done], hint: true })
    this.hint = hint
    this.advice = advice
    speak(advice)
  }

  close(): void {
    clearTimeout(this.#timer)
  }

  #judge(verdict: PuzzleVerdict): void {
    const { since, tries, first, helped } = this.begun
    this.#keep({ since, tries: tries + 1, first: first || verdict.answer, helped })
    if (verdict.right) return this.#found()
    this.wrong = verdict.sentence
    play('refused')
    speak(verdict.sentence)
    this.#timer = setTimeout(() => void this.start([]), calm() ? 0 : LOOK)
  }

  #found(): void {
    const { date, game } = this
    const { since, tries, first, helped } = this.begun
    const [at, done] = [Date.now(), [...this.done]]
    const ms = Math.min(at - since, LONGEST)
    if (results.add(date, game, { tries, ms, helped, at, line: done })) {
      void count(date, game, { tries, ms, helped, first, done })
      void syncProgress()
    }
    forgetBegun(date, game)
    play('stone')
  }

  #forget(): void {
    this.wrong = this.hint = this.advice = ''
  }

  #keep(one: Begun): void {
    this.begun = one
    keepBegun(this.date, this.game, one)
  }
}
