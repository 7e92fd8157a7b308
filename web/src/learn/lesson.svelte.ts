/** One step of a lesson at its board: what is to be done, what was said about a try, and whether it is laid. */
import type { Lesson, LessonMoment, LessonStep } from '../wire/messages'
import type { AnyClient } from '../games/catalog'
import { speak } from '../lib/announce.svelte'
import { api } from '../lib/api'
import { play } from '../lib/sound'
import { Exercise, GO } from './exercise.svelte'
import { CAPSTONE, progress } from './progress.svelte'

const MANY = 2 // refused tries after which "Show me" stands out

export class LessonExercise extends Exercise<LessonMoment> {
  fresh = $state(false) // the step was laid just now
  shown = $state(false) // the way was shown; it is the player's turn

  constructor(
    client: AnyClient,
    readonly game: string,
    readonly step: LessonStep,
  ) {
    super(client, (done, attempt) => api.tryLesson(game, step.name, { done: [...done], try: attempt }))
  }

  override get closed(): boolean {
    return super.closed || (this.answer?.finished ?? false)
  }

  get finished(): boolean {
    return this.answer?.finished ?? false
  }

  /** What has to be touched now; the throw too. */
  get glow(): readonly string[] {
    return this.answer?.moment.go ? [GO] : (this.answer?.glow ?? [])
  }

  get task(): string {
    return this.step.tasks[this.answer?.task ?? 0] ?? ''
  }

  /** What stands before the task: the fact, and once something was done, what it brought about. */
  get lead(): string {
    return (this.done.length && this.answer?.answer) || this.step.fact
  }

  /** What happened by itself before the player does anything. */
  get news(): string {
    return this.done.length ? '' : (this.answer?.answer ?? '')
  }

  get stuck(): boolean {
    return this.tries >= MANY
  }

  async begin(): Promise<void> {
    this.fresh = this.shown = false
    await this.start()
    speak([`${this.step.title}.`, this.step.fact, this.news, this.task].filter(Boolean).join(' '))
  }

  override async act(text: string): Promise<void> {
    this.shown = false
    const before = this.answer
    await super.act(text)
    this.#follow(before)
  }

  override async go(): Promise<void> {
    this.shown = false
    const before = this.answer
    await super.go()
    this.#follow(before)
  }

  /** Plays the task slowly and takes it back. From where no way is known, the task begins again. */
  async showMe(): Promise<void> {
    const { answer } = this
    if (!this.open || !answer) return
    if (!answer.show.length) await this.start(answer.done.slice(0, answer.kept))
    await this.show(this.answer?.show ?? [])
    this.shown = !this.showing
    if (this.shown) speak(`Now you. ${this.task}`)
  }

  #follow(before: LessonMoment | null): void {
    const { answer } = this
    if (!answer || answer === before) return
    speak(answer.answer)
    if (!answer.finished) return speak(this.task)
    this.fresh = true
    progress.lay(this.game, this.step.name)
    play('stone')
  }
}

/** The step after this one, or before it; the capstone comes after the last one, null before the first. */
export function neighbour(lesson: Lesson, name: string, by: 1 | -1): string | null {
  const names = [...lesson.steps.map((step) => step.name), CAPSTONE]
  return names[names.indexOf(name) + by] ?? null
}
