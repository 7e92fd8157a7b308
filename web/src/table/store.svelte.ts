/** One table and the line to its server: what is asked of it, what it says, and which moment is looked at. */
import type { FromServer, Now, Row, Table, Talk } from '../wire/messages'
import { speak } from '../lib/announce.svelte'
import { api } from '../lib/api'
import { keepCommitment } from './commitments'
import { TablePeople } from './people.svelte'
import { merged, refusing, speaker, told } from './move_list'
import { isPast, TableHistory } from './history.svelte'
import { guest } from '../account/person.svelte'
import { settings } from '../lib/settings.svelte'
import { freshId, TableConnection } from './connection'
import { DiceAnswers } from './dice_answers'
import { sittingCommitment } from './dice_part'
import { play } from '../lib/sound'
import { turns } from '../lobby/waiting_matches.svelte'
import { ServerClock } from './server_clock'
import { TableKnowledge } from './table_knowledge.svelte'
import { TableTutor } from './tutor.svelte'

const REFUSED_FOR = 6000 // ms that a refusal stays in the dock
const START_WITHIN = 1500 // ms in which a match begins where all are here
const [UNKNOWN_TOKEN, NO_TABLE] = [4401, 4404] // how the server closes a line that cannot be

export class TableStore extends TableKnowledge {
  readonly code: string
  readonly company = new TablePeople(this, (message) => this.#line?.send(message))
  readonly tutor = new TableTutor(this, (message) => this.#line?.send(message))
  #dice = new DiceAnswers((message) => this.#line?.send(message))
  #watch = new ServerClock()
  #line: TableConnection | null = null
  #acts = new Map<string, string>() // id to action
  #said = new Map<string, string>() // id to a line of talk
  #taken: string[] = [] // actions that an undo on its way takes back
  #redoing = false
  #clear: ReturnType<typeof setTimeout> | undefined
  #start: ReturnType<typeof setTimeout> | undefined
  #key = 0

  readonly past = new TableHistory((message) => this.#line?.tell(message))

  constructor(code: string) {
    super()
    this.code = code
  }

  // Coming and going

  open(): void {
    const url = `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws`
    this.#line = new TableConnection({
      url,
      hello: () => ({ type: 'hello', table: this.code, token: guest.token }),
      hear: (message) => this.#hear(message),
      change: (state) => {
        this.line = state
        if (state.kind === 'dropped') this.asked = false
      },
      refused: (code) => {
        if (code === UNKNOWN_TOKEN) {
          guest.forget() // next time as somebody who only watches
          this.closing = ''
          this.yours = []
          this.company.tell('You are signed out on this device.')
        }
        this.missing = code === NO_TABLE
        return this.missing
      },
    })
    this.#line.open()
    addEventListener('online', this.tryNow)
    addEventListener('offline', this.#lost)
    document.addEventListener('visibilitychange', this.#seen)
  }

  close(): void {
    this.#line?.close()
    this.company.close()
    this.#dice.close()
    clearTimeout(this.#start)
    clearTimeout(this.#clear)
    removeEventListener('online', this.tryNow)
    removeEventListener('offline', this.#lost)
    document.removeEventListener('visibilitychange', this.#seen)
  }

  tryNow = (): void => this.#line?.tryNow()
  #lost = (): void => this.#line?.lost()
  #seen = (): void => {
    if (document.visibilityState === 'visible') this.#line?.wake()
  }

  /** Takes a seat here. The connection tells what came of it, and is opened again for somebody new. */
  async sit(): Promise<void> {
    const { token } = guest
    const found = this.table ?? (await api.table(this.code))
    await guest.as(() => api.sit(this.code, sittingCommitment(found)))
    if (guest.token !== token) this.#reconnect()
  }

  /** Somebody who only watches gets a name, and may talk to the others who watch. */
  async introduce(): Promise<void> {
    await guest.known()
    this.#reconnect()
  }

  #reconnect(): void {
    this.#line?.close()
    this.#line = null
    this.open()
  }

  // Actions of the player

  act(text: string): void {
    const seat = this.acting
    if (seat === null || this.asked || this.looking !== null) return
    const id = freshId()
    const { now } = this
    this.tutor.dismiss()
    this.#acts.set(id, text)
    if (now && this.game.foresee?.(now.picture, now.choices[seat] ?? [], seat, text))
      this.sending.add(id, seat, text, now.n)
    else this.asked = true
    this.refused = null
    this.#line?.send({ type: 'act', id, seat, action: text })
  }

  go(): void {
    if (this.hand === null || this.asked || this.looking !== null) return
    this.asked = true
    this.tutor.dismiss()
    this.#line?.send({ type: 'go', id: freshId() })
  }

  undo(kept: number | null = null): void {
    const seat = this.undoable
    if (seat === null || this.asked) return
    this.asked = true
    const own = this.log.filter((row) => row.by === seat && row.n > (kept ?? (this.now?.n ?? 0) - 1) && row.n > 0)
    this.#taken = own.map((row) => row.text).filter((text) => text !== 'undo')
    this.#line?.send({ type: 'undo', id: freshId(), seat, kept })
  }

  /** Does again what was taken back last. */
  redo(): void {
    const [next, ...rest] = this.undone
    if (next === undefined || this.asked || this.acting === null) return
    this.act(next)
    this.undone = rest
    this.#redoing = true
  }

  /** Asks how good every action is; the answer comes as `rated`. Where it is shown as advice, it helps. */
  rate(helps = false): void {
    if (this.acting !== null) this.#line?.send({ type: 'rate', id: freshId(), seat: this.acting, helps })
  }

  /** Match time, as the server counts it. Asking for it keeps the measuring going. */
  time = (): number => {
    const now = performance.now()
    if (this.line.kind === 'open' && this.table?.status === 'playing' && this.#watch.due(now))
      this.#line?.tell({ type: 'ping', sent: now })
    return this.#watch.time(now)
  }

  /** By how much `time` can be off, in ms. */
  doubt = (): number => this.#watch.doubt

  askHint(): void {
    if (this.acting !== null) this.#line?.send({ type: 'hint', id: freshId(), seat: this.acting })
  }

  /** Bots are to play as fast as this device's owner likes. */
  wishPace(): void {
    this.#line?.send({ type: 'pace', id: freshId(), pace: settings.pace })
  }

  resign(seat: number): void {
    this.#line?.send({ type: 'resign', id: freshId(), seat })
  }

  rematch(): void {
    this.#line?.send({ type: 'rematch', id: freshId() })
  }

  say(text: string, to: Talk['to'] = 'table'): void {
    const id = freshId()
    this.#said.set(id, text)
    this.#line?.send({ type: 'say', id, text, to })
  }

  // Looking back

  look(n: number | null): void {
    const top = this.now?.n ?? 0
    if (n === null || n >= top) {
      this.looking = null
      if (this.past.wanted !== 'own') this.past.want(top, top)
      return
    }
    this.looking = Math.max(0, n)
    this.past.want(this.looking, top)
  }

  /** By lines of the log: where the arrows lead. */
  step(by: number): void {
    const { stops } = this
    const at = this.looking === null ? stops.length - 1 : stops.findLastIndex((n) => n <= (this.looking ?? 0))
    const next = stops[Math.max(0, at + by)]
    this.look(at + by >= stops.length - 1 ? null : (next ?? 0))
  }

  // Messages from the server

  #hear(message: FromServer): void {
    if (isPast(message)) return this.past.heard(message, this.now?.n ?? 0)
    this.#obey(message)
    if (!this.table || !this.now) return
    const turn = this.acting !== null && !this.over
    turns.know(this.table, [...(turn ? (['turn'] as const) : []), ...(this.answering ? (['proposal'] as const) : [])])
  }

  #obey(message: Exclude<FromServer, { type: 'past' | 'log' }>): void {
    switch (message.type) {
      case 'welcome': {
        const back = this.now !== null
        const missed = back ? message.log.slice(this.log.length) : []
        const news = back ? message.log.filter((row) => row.n > (this.now?.n ?? 0)) : []
        this.closing = ''
        this.trouble = ''
        this.talk = message.talk
        this.log = message.log
        this.#watch.reset()
        this.past.restart()
        this.sending.markResent()
        if (!back) this.#arrive(message.table)
        this.#seat(message.table, message.yours)
        this.#present(
          message.now,
          !back
            ? message.log.filter((row) => !refusing(row)).slice(-2)
            : message.now.n === this.now?.n
              ? this.last
              : news,
        )
        this.#tell(news)
        this.company.returned(missed)
        if (settings.pace !== 'normal') this.wishPace()
        break
      }
      case 'news': {
        this.company.happened(message.rows)
        const cut = this.log.slice(message.kept).find((row) => !refusing(row))
        if (cut) this.#forget(cut.n)
        this.log = merged(this.log, message.kept, message.rows)
        const moves = message.rows.filter((row) => !refusing(row))
        this.#remember(moves)
        this.#tell(message.rows)
        this.sending.dropDone()
        const before = this.confirmed
        const choices = message.same && before ? before.choices : message.now.choices
        this.#present({ ...message.now, choices }, message.rows.length && !moves.length ? this.last : moves)
        this.tutor.judge(moves, before)
        break
      }
      case 'table':
        this.#seat(message.table, message.yours)
        break
      case 'done':
        this.tutor.answered(message.id)
        this.#acts.delete(message.id) // what it changed comes as news
        this.#said.delete(message.id)
        this.sending.settle(message.id, this.log)
        break
      case 'refused':
        if (message.now) this.#present(message.now, message.now.n === this.now?.n ? this.last : [])
        if (this.tutor.answered(message.id)) break
        if (!message.id) this.past.refused()
        if (!this.#dice.sent(message.id)) this.#refuse(message.id, message.sentence, message.clause)
        break
      case 'hinted':
        this.hint = { action: message.action, sentence: message.sentence }
        speak(message.sentence)
        break
      case 'focused':
      case 'judged':
      case 'metered':
        this.tutor.heard(message)
        break
      case 'rated':
        this.rated = message
        speak(message.sentence)
        break
      case 'pong':
        if (message.sent) this.#watch.answered(message.sent, message.at, performance.now())
        break
      case 'talk':
        this.talk = [...this.talk, message]
        if (message.seat === null ? this.#mine(message) : this.yours.includes(message.seat)) break
        if (settings.muted.includes(speaker(message, this.table, this.names))) break
        this.unread += 1
        speak(`${speaker(message, this.table, this.names)} says: ${message.text}`)
        break
      case 'reacted':
        this.company.reacted(message)
        break
      case 'closing':
        this.closing = message.sentence
        break
    }
  }

  /** My own chat lines among spectators. */
  #mine(talk: Talk): boolean {
    return !this.yours.length && talk.to === 'watchers' && talk.by === guest.name
  }

  /** Rows for screen readers; minor ones are only shown. */
  #tell(rows: Row[]): void {
    for (const sentence of told(
      rows.filter((row) => !this.game.minor?.(row)),
      this.names,
    ))
      speak(sentence)
  }

  /** What was taken back can be done again until something else is done. */
  #remember(rows: Row[]): void {
    if (rows.some((row) => row.text === 'undo')) this.undone = [...this.#taken, ...this.undone]
    else if (rows.length && !this.#redoing) this.undone = []
    this.#taken = []
    this.#redoing = false
  }

  #present(now: Now, rows: Row[]): void {
    const mineBefore = this.acting
    const before = this.confirmed
    if (before && now.n < before.n) this.#forget(now.n + 1)
    if (before?.n !== now.n) {
      this.hint = null
      this.tutor.moved(now.n)
    }
    this.confirmed = now
    this.heardAt = performance.now()
    this.#watch.heard(now.at, this.heardAt)
    this.last = rows
    this.asked = false
    if (rows.length) this.refused = null
    if (now.ending && before && !before.ending) {
      this.sawEnd = true
      const won = now.ending.winners.some((seat) => this.yours.includes(seat))
      play(won ? 'win' : 'land')
    } else if (this.acting !== null && mineBefore !== this.acting && before) {
      play('turn')
      speak(this.hand === null ? 'Your turn.' : 'Your throw.')
    }
  }

  #seat(table: Table, yours: number[]): void {
    const before = this.table
    if (before?.status !== table.status) this.#watch.reset() // match time stands still before the start
    this.table = table
    this.yours = yours
    this.company.changed(before, table)
    keepCommitment(table)
    this.#dice.heard(table)
    if (table.status !== 'waiting') this.starting = false
  }

  /** Waits a moment where all are here and the dice are about to be ready: then no waiting room is shown. */
  #arrive(table: Table): void {
    this.starting = table.parts.length > 0 && table.parts.every((seat) => table.seats[seat]?.here)
    this.#start = setTimeout(() => (this.starting = false), START_WITHIN)
  }

  #refuse(id: string, sentence: string, clause: string): void {
    this.asked = false
    const text = this.#acts.get(id) ?? ''
    this.#acts.delete(id)
    this.unsaid = this.#said.get(id) ?? this.unsaid
    this.#said.delete(id)
    this.sending.drop(id)
    this.refused = { text, sentence, clause, key: (this.#key += 1) }
    play('refused')
    speak(sentence)
    clearTimeout(this.#clear)
    this.#clear = setTimeout(() => (this.refused = null), REFUSED_FOR)
  }

  /** The refusal has been read. */
  forgive(): void {
    this.refused = null
  }

  /** Pictures of events that were taken back are no longer true. */
  #forget(from: number): void {
    this.past.forget(from)
    if (this.looking !== null && this.looking >= from) this.looking = null
  }
}
