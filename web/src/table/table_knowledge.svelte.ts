/** What this browser knows of one table, and what follows from it: whose move it is, which picture is shown. */
import type { Now, Proposal, Rated, Row, Table, Talk } from '../wire/messages'
import type { ConnectionState } from './connection'
import type { GameClient } from './game_client'
import type { TableHistory } from './history.svelte'
import { apart, lines, type MoveLine } from './move_list'
import { PendingActions } from './pending_actions.svelte'

interface Refusing {
  text: string // the action in notation; empty for other wishes
  sentence: string
  clause: string
  key: number
}

const CHANCE = -1
const OVER = -3

export abstract class TableKnowledge {
  /** Past positions, and the perspective in which they are shown. */
  abstract readonly past: TableHistory
  protected readonly sending = new PendingActions() // foreseen actions on their way

  table: Table | null = $state.raw(null)
  yours: number[] = $state.raw([])
  log: Row[] = $state.raw([])
  confirmed: Now | null = $state.raw(null) // the present as the server told it last
  game: Pick<GameClient<any, any, any>, 'foresee' | 'minor' | 'layout'> = $state.raw({}) // what the game's own client adds here
  heardAt = $state(0) // when `confirmed` came, by performance.now()
  last: Row[] = $state.raw([]) // rows since the picture before
  talk: Talk[] = $state.raw([])
  unread = $state(0)
  unsaid = $state('') // a line of talk that was refused
  line: ConnectionState = $state.raw({ kind: 'opening' })
  missing = $state(false)
  trouble = $state('') // a sentence, when the table cannot be had at all
  closing = $state('') // why the server ended the line
  refused: Refusing | null = $state.raw(null)
  hint: { action: string; sentence: string } | null = $state.raw(null)
  rated: Rated | null = $state.raw(null) // the newest; true of the moment that it names
  undone: string[] = $state.raw([]) // actions taken back, the last one first to be done again
  looking: number | null = $state(null) // events that stand in the picture looked at; null: now
  asked = $state(false) // an act or a throw is on its way
  sawEnd = $state(false) // the match ended while we looked
  starting = $state(false) // the match begins at any moment

  names = $derived(apart(this.table?.seats.map((seat, i) => seat.name || `Seat ${i + 1}`) ?? []))
  rows: Row[] = $derived.by(() => this.past.rows ?? this.log) // as the eye sees it that looks
  lines: MoveLine[] = $derived(lines(this.rows, this.game.minor, this.game.layout?.lineEach))

  /** Where replay stops: events that stand after each line of the log, and after each small row. */
  stops: number[] = $derived.by(() => {
    const { minor } = this.game
    const small = minor ? this.rows.filter(minor).map((row) => row.n) : []
    return [...new Set([0, ...this.lines.map((line) => line.n), ...small])].sort((a, b) => a - b)
  })

  /** The present, with what was asked and can be foreseen already in it. The server's word corrects it. */
  now: Now | null = $derived(this.sending.foreseen(this.confirmed, this.game.foresee))
  pending = $derived(this.sending.count) // actions shown that the server has not answered

  over = $derived(this.now?.ending != null)

  /** The seat I throw for now, if any. */
  hand: number | null = $derived.by(() => {
    const { now } = this
    if (!now || now.turn !== CHANCE || now.hand === null || now.ending) return null
    return this.yours.includes(now.hand) ? now.hand : null
  })

  /** The seat I act for now: one of mine with something to choose, or the one whose throw it is. */
  acting: number | null = $derived(this.yours.find((seat) => this.now?.choices[seat]?.length) ?? this.hand)

  /** The newest picture. After the end nobody is to move, also where the match stopped in the middle. */
  #newest: unknown = $derived.by(() => {
    const picture = this.now?.picture
    return this.over && picture && typeof picture === 'object' && 'turn' in picture
      ? { ...picture, turn: OVER }
      : picture
  })

  /** The picture looked at; the present one while an old one is still on its way. */
  picture: unknown = $derived.by(() => {
    const n = this.looking ?? (this.past.eye === 'own' ? null : (this.now?.n ?? 0))
    return n === null ? this.#newest : (this.past.at(n) ?? this.#newest)
  })

  /** A proposal waits for my answer. */
  answering: boolean = $derived(
    !this.over && (this.table?.offer?.waits.some((seat) => this.yours.includes(seat)) ?? false),
  )

  /** Hints and ratings are for practice: against other people they would be unfair. */
  advised: boolean = $derived(!this.table?.seats.some((seat) => seat.kind === 'person' && !seat.you))

  /** Events that stood when a hint was asked for: what came of it is marked as helped. */
  helped: number[] = $derived(this.table?.seats.flatMap((seat) => seat.helped) ?? [])

  /** The seat of yours that may resign now: the one to act before others; null if none may. */
  get resigning(): number | null {
    const may = (seat: number | null) => seat !== null && (this.now?.resign[seat] ?? false)
    if (this.names.length < 2 || this.over) return null
    return may(this.acting) ? this.acting : (this.yours.find(may) ?? null)
  }

  undoable: number | null = $derived(this.yours.find((seat) => this.now?.undo[seat]) ?? null)
  may: Proposal['what'][] = $derived(this.over ? [] : (this.confirmed?.may ?? [])) // what I may propose now
}
