/** A table that is being set up: who sits where, which game, with which clock. */
import { api, Refusal } from '../../lib/api'
import { guest } from '../../account/person.svelte'
import type { Against } from '../../app/router.svelte'
import { entryOf } from '../../games/catalog'
import { termsOf, type Part, type Phrase } from '../../games/terms'
import { NAMES, tidyName } from '../../lib/names'
import { keep, kept } from '../../lib/settings.svelte'
import type { ClockPlan, Fit, GameInfo } from '../../wire/messages'
import { lengthsFor, sharing, waysFor, type Beginner } from './choices'
import { keepChoice, lastChoice } from './last_choice'
import { chosen, fieldsOf, fitting, wrong, type Field, type Values } from './options'
import { levelOf, parted, planOf, resized, seated, wayOf, wrongWith, type Chair } from './seats'
import { sentenceOf } from './sentence'
import { makeTable } from './start'

const HERE = 'benben.here' // names of people who shared this device, the guest's own left empty
const NO_CLOCK: ClockPlan = { kind: 'none', seconds: 600, increment: 0 }
const TYPING = 250 // ms after the last letter until the server is asked

type Entry = NonNullable<ReturnType<typeof entryOf>>

export class TablePlan {
  readonly entry: Entry
  readonly name: string // of the game
  readonly names: string[] // for people at this device
  readonly ways = $derived.by(() => waysFor(this.game, this.entry))
  game = $state.raw<GameInfo | null>(null)
  fit = $state.raw<Fit | null>(null) // what the server says of a table with these options
  values: Values = $state.raw({})
  chairs: Chair[] = $state.raw([])
  level = $state('') // of bots to come
  clock: ClockPlan = $state.raw(NO_CLOCK)
  begins: Beginner = $state('chance')
  listed = $state(false) // strangers may sit down
  trouble = $state('')
  denied = $state.raw<Refusal | null>(null) // why the server did not make the table with these values
  typed = $state('') // another name for the player, not saved yet; empty: none
  pause = 0 // ms until the server is asked: while somebody types, more letters follow

  readonly fields: Field[] = $derived(this.game ? fieldsOf(this.game.options) : [])
  readonly shown: Field[] = $derived(fitting(this.fields, this.values))
  readonly sent: Values = $derived(chosen(this.fields, this.values))
  readonly way: Against = $derived(wayOf(this.chairs, this.listed))
  readonly lengths = $derived.by(() => lengthsFor(this.entry, this.way))
  readonly length = $derived(
    this.lengths.findIndex(({ options }) =>
      this.fields.every(({ name, first }) => (this.sent[name] ?? first) === (options[name] ?? first)),
    ),
  )
  readonly shared = $derived(this.chairs.filter((one) => one.kind === 'here').length > 1)
  readonly open = $derived(this.chairs.some((one) => one.kind === 'open'))
  readonly watched = $derived(this.chairs.length > 0 && this.chairs.every((one) => one.kind === 'bot'))
  readonly least = $derived(this.fit && !this.fit.fault ? this.fit.least : (this.game?.least ?? 2))
  readonly most = $derived(this.fit && !this.fit.fault ? this.fit.most : (this.game?.most ?? 2))
  readonly wrongs = $derived(this.shown.map((field) => wrong(field, this.values[field.name])).filter(Boolean))
  readonly refused = $derived.by(() => {
    if (this.wrongs.length) return null
    if (this.denied) return { sentence: this.denied.message, clause: this.denied.clause }
    return this.fit?.fault ? { sentence: this.fit.fault, clause: this.fit.clause } : null
  })
  /** The fields that stand in the way: with a wrong value, or refused by the server. */
  readonly faulty: Field[] = $derived(
    this.shown.filter(
      (field) =>
        wrong(field, this.values[field.name]) || (field.clause !== '' && field.clause === this.refused?.clause),
    ),
  )
  readonly fault = $derived(this.trouble || this.wrongs[0] || this.refused?.sentence || wrongWith(this.chairs) || '')
  readonly player = $derived(tidyName(this.typed) || guest.name)
  readonly sentence: Part[] = $derived.by(() => this.#sentence())

  constructor(entry: Entry, asked: Against | null) {
    this.entry = entry
    this.name = entry.name
    const before = kept<string[]>(HERE, ['']).map((one) => one || guest.name)
    this.names = [...before, ...[...NAMES].sort(() => Math.random() - 0.5)]
    const last = lastChoice(entry.name)
    const offered = this.ways.filter((one) => !one.off).map((one) => one.value)
    const wish = [asked, last?.way, entry.quick].find((one) => one && offered.includes(one)) ?? offered[0] ?? 'friend'
    const several = last && last.seats > 1 ? last.seats : (entry.usual ?? 2)
    this.level = last?.level ?? ''
    this.listed = wish === 'stranger'
    this.clock = last?.clock ?? NO_CLOCK
    this.chairs = seated(wish, wish === 'alone' ? 1 : several, this.level, this.names)
  }

  /** Takes over what the server knows of the game: its options and bots. */
  take(game: GameInfo): void {
    this.game = game
    const levels = game.levels.map((one) => one.name)
    this.strengthen(levels.includes(this.level) ? this.level : (levels[0] ?? ''))
    if (!this.level && this.way === 'bot') this.sit('friend')
    const count = Math.max(this.chairs.length, this.chairs.length > 1 ? game.least : 1)
    this.chairs = resized(this.chairs, count, this.level, this.names)
    const last = lastChoice(this.name)
    this.shorten(0)
    if (last && (last.way === 'alone') === (this.way === 'alone') && !(this.way === 'device' && !sharing(this.entry)))
      this.values = { ...this.#defaults(), ...last.options }
  }

  #defaults(): Values {
    return Object.fromEntries(this.fields.map((field) => [field.name, field.first]))
  }

  /** Sets the options of a named length. */
  shorten(index: number): void {
    this.pause = 0
    this.values = { ...this.#defaults(), ...this.lengths[index]?.options }
  }

  /** Fills all seats again. A game for one and a game for more have lengths of their own. */
  sit(wish: Against): void {
    const several = this.chairs.length > 1 ? this.chairs.length : (this.entry.usual ?? 0)
    const game = this.game
    const count = wish === 'alone' ? 1 : Math.min(game?.most ?? 2, Math.max(2, game?.least ?? 2, several))
    const offered = this.lengths
    this.listed = wish === 'stranger'
    this.chairs = seated(wish, count, this.level, this.names)
    if (lengthsFor(this.entry, wish).some((one, i) => one !== offered[i])) this.shorten(0)
  }

  resize(count: number): void {
    this.chairs = resized(this.chairs, count, this.level, this.names)
  }

  strengthen(level: string): void {
    this.level = level
    this.chairs = this.chairs.map((one) => (one.kind === 'bot' ? { ...one, level } : one))
  }

  change(values: Values, typed: boolean): void {
    this.pause = typed ? TYPING : 0
    this.values = values
  }

  #asking = 0

  /** Asks the server about a table with these options: how many may sit, and what is to be known before. */
  async ask(): Promise<void> {
    const mine = (this.#asking += 1)
    try {
      const found = await api.fit(this.name, this.sent)
      if (mine !== this.#asking) return
      this.fit = found
      if (!found.fault) this.#settle(found)
    } catch (fault) {
      this.trouble = (fault as Error).message
    }
  }

  /** The seats, as far as the options allow them. */
  #settle({ least, most, apart }: Fit): void {
    const count = Math.min(most, Math.max(least, this.chairs.length))
    const fitting = apart && this.chairs.length > 1 ? parted(this.chairs, this.level) : this.chairs
    if (count !== this.chairs.length || fitting !== this.chairs)
      this.chairs = resized(fitting, count, this.level, this.names)
  }

  #sentence(): Part[] {
    const terms = termsOf(this.name)
    const clauses = terms.clauses(this.values, this.way === 'alone')
    const named = clauses.flat().flatMap((part) => (typeof part === 'string' ? [] : part.fields))
    const known = [...named, ...(terms.implied ?? [])]
    const asks = !this.entry.timed
    return sentenceOf({
      chairs: this.chairs,
      two: this.game?.most === 2,
      listed: this.listed,
      clauses,
      rest: this.shown.filter((field) => !known.includes(field.name)),
      values: this.values,
      usual: { ...this.#defaults(), ...this.lengths[0]?.options },
      clock: asks ? this.clock : null,
      begins: asks && this.chairs.length > 1 ? this.begins : null,
    })
  }

  /** The phrase behind which a fault lies. */
  blamed(): Phrase | undefined {
    const names = this.faulty.map((field) => field.name)
    return this.sentence.find(
      (part): part is Phrase => typeof part !== 'string' && part.fields.some((name) => names.includes(name)),
    )
  }

  /** Makes the table. Its code; null if the server refuses, which then says why. */
  async make(): Promise<string | null> {
    const people = this.chairs.filter((one) => one.kind === 'here').map(({ name }) => (name === guest.name ? '' : name))
    if (this.shared) keep(HERE, people)
    try {
      if (!this.shared) await guest.rename(this.player)
      const order = this.begins === '1' ? [...this.chairs.slice(1), ...this.chairs.slice(0, 1)] : this.chairs
      const code = await makeTable({
        game: this.name,
        seats: planOf(order),
        options: this.sent,
        seating: this.begins === 'chance' ? 'chance' : 'choice',
        clock: this.clock,
        public: this.open && this.listed,
      })
      const { way, sent: options, clock } = this
      keepChoice(this.name, { way, seats: this.chairs.length, level: levelOf(this.chairs), options, clock })
      return code
    } catch (fault) {
      if (fault instanceof Refusal) this.denied = fault
      if (!this.faulty.length) this.trouble = (fault as Error).message
      return null
    }
  }
}
