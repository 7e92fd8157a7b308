/** The player's selection: which tile is held, how it is turned, and where it would lie. It judges nothing. */
import { untrack } from 'svelte'
import type { Choice, SeatPicture } from '../../wire/gate'
import { cellsOf, clamped, inside, textOf, type Ground } from './geometry'
import { about, alike, boxOf, flipped, middleOf, same, shapeOf, shifted, turned, type Cell } from './tiles'

export interface Reach {
  mine: SeatPicture | undefined
  ground: Ground
  choices: readonly Choice[] // puts and lifts
  act: (text: string) => void
  confirm: boolean // a drop waits for the dock's button
  speak: (text: string) => void
  sound: (name: 'step' | 'land') => void
}

const NEAR = 0.8 // cells from which a tile snaps

interface Spot {
  cells: Cell[]
  text: string // "put a1a2b2"
  fits: boolean // it is among the choices
}

export class Selection {
  held = $state('') // name of the tile; empty: none
  cells: Cell[] = $state.raw([]) // of the tile, round the one that is held
  at: Cell | null = $state.raw(null) // where that cell is; between cells while a pointer moves it
  led = $state(false) // a pointer moves the tile, so that it snaps
  drag: { x: number; y: number; touch: boolean } | null = $state.raw(null) // of the pointer, px of the window
  poses: Record<string, Cell[]> = $state.raw({}) // how tiles beside the board are turned
  landed: { tile: string; dx: number; dy: number } | null = null // where the last one came from, for motion
  #reach: () => Reach

  constructor(reach: () => Reach) {
    this.#reach = reach
  }

  /** The cells of a tile as it is turned beside the board. */
  pose(name: string): Cell[] {
    return this.poses[name] ?? shapeOf(name)
  }

  /** Ways to put the held tile as it is turned now. */
  #ways(): { choice: Choice; at: Cell }[] {
    const { choices, ground } = this.#reach()
    const box = boxOf(this.cells)
    return choices.flatMap((choice) => {
      if (choice.kind !== 'put' || choice.tile !== this.held) return []
      const cells = cellsOf(choice.cells, ground.rows)
      if (!alike(cells, this.cells)) return []
      const there = boxOf(cells)
      return [{ choice, at: [there.left - box.left, there.top - box.top] as const }]
    })
  }

  /** Where the tile would lie if it were let go now; null: off the board. */
  get spot(): Spot | null {
    const { ground, choices } = this.#reach()
    if (!this.held || !this.at) return null
    const [x, y] = this.at
    if (this.led) {
      const near = this.#ways()
        .map((way) => ({ ...way, far: Math.hypot(way.at[0] - x, way.at[1] - y) }))
        .sort((a, b) => a.far - b.far)[0]
      if (near && near.far < NEAR)
        return { cells: shifted(this.cells, near.at[0], near.at[1]), text: near.choice.text, fits: true }
    }
    const cells = shifted(this.cells, Math.round(x), Math.round(y))
    if (!inside(cells, ground)) return null
    const text = `put ${textOf(cells, ground.rows)}`
    return { cells, text, fits: choices.some((choice) => choice.text === text) }
  }

  // Picking up

  /** Picks up a tile from beside the board; `pivot` is the cell under the pointer. */
  take(name: string, pivot?: number): void {
    const { mine, ground, speak, sound } = this.#reach()
    if (!mine?.tiles.some((tile) => tile.name === name && !tile.cells)) return
    this.rest()
    const cells = this.pose(name)
    this.held = name
    this.cells = about(cells, pivot ?? middleOf(cells))
    this.led = false
    this.drag = null
    this.#go([Math.floor((ground.columns - 1) / 2), Math.floor(ground.rows / 2)])
    sound('step')
    speak(`${name} in hand. ${this.told}`)
  }

  /** Picks up a placed tile by the cell that was pressed. */
  lift(name: string, cell: Cell): void {
    const { mine, ground, act, choices, speak, sound } = this.#reach()
    const tile = mine?.tiles.find((one) => one.name === name)
    const choice = choices.find((one) => one.kind === 'lift' && one.tile === name)
    if (!tile?.cells || !choice) return
    this.rest()
    const cells = cellsOf(tile.cells, ground.rows)
    const pivot = Math.max(0, cells.findIndex((one) => same(one, cell))) // prettier-ignore
    this.poses = { ...this.poses, [name]: cells }
    act(choice.text)
    this.held = name
    this.cells = about(cells, pivot)
    this.led = false
    this.at = cells[pivot] ?? cell
    sound('step')
    speak(`${name} in hand again.`)
  }

  /** Puts the tile back beside the board, turned as it is. */
  rest(): void {
    if (this.held) this.poses = { ...this.poses, [this.held]: this.cells }
    this.held = ''
    this.at = null
    this.drag = null
    this.led = false
  }

  forget(): void {
    this.held = ''
    this.at = null
    this.drag = null
    this.poses = {}
    this.landed = null
  }

  // Turning and moving

  turn(): void {
    this.#change(turned(this.cells))
  }

  flip(): void {
    this.#change(flipped(this.cells))
  }

  #change(cells: Cell[]): void {
    if (!this.held) return
    this.cells = cells
    if (!this.led && this.at) this.#go([Math.round(this.at[0]), Math.round(this.at[1])])
    this.#reach().sound('step')
    if (!this.drag) this.#reach().speak(this.told)
  }

  /** Moves the tile to a cell, by key or tap; it stays on the board. */
  goTo(cell: Cell): void {
    if (!this.held) return
    this.led = false
    this.#go(cell)
  }

  #go([x, y]: Cell): void {
    const put = clamped(shifted(this.cells, x, y), this.#reach().ground)
    const [cx = 0, cy = 0] = this.cells[0] ?? []
    const [px = 0, py = 0] = put[0] ?? []
    this.at = [px - cx, py - cy]
  }

  /** Moves the tile one step, for an arrow key; true if it moved. */
  step(dx: number, dy: number): boolean {
    if (!this.held || !this.at) return false
    const [x, y] = [Math.round(this.at[0]), Math.round(this.at[1])]
    this.goTo([x + dx, y + dy])
    const moved = Boolean(this.at && !same(this.at, [x, y]))
    this.#reach().speak(moved ? this.told : 'The edge of the board.')
    return moved
  }

  /** Moves the held cell with a pointer to a place in cells, perhaps off the board. */
  lead(x: number, y: number): void {
    if (!this.held) return
    this.led = true
    this.at = [x, y]
  }

  /** Whether the tile would cover a cell. */
  covers(cell: Cell): boolean {
    return this.spot?.cells.some((one) => same(one, cell)) ?? false
  }

  // Putting down

  /** Puts the tile down where it is; a place that no choice offers is sent too, so that the server says why not. */
  put(): boolean {
    const { spot } = this
    const { act, sound, ground } = this.#reach()
    if (!spot) return false
    const tile = this.held
    if (!spot.fits) {
      this.drag = null
      this.led = false
      this.#go(this.#whole())
      act(spot.text)
      return false
    }
    const first = spot.cells[0] ?? [0, 0]
    const own = this.cells[0] ?? [0, 0]
    const at = this.at ?? [0, 0]
    this.landed = this.led ? { tile, dx: at[0] + own[0] - first[0], dy: at[1] + own[1] - first[1] } : null
    this.poses = { ...this.poses, [tile]: this.cells }
    this.held = ''
    this.at = null
    this.drag = null
    act(spot.text)
    sound('land')
    this.#reach().speak(`${tile} put on ${textOf(spot.cells, ground.rows).replace(/(..)(?=.)/g, '$1 ')}.`)
    return true
  }

  /** Ends a drag: over the board the tile is put down, elsewhere it goes back beside the board. */
  drop(): void {
    if (!this.drag) return
    const { confirm } = this.#reach()
    const { spot } = this
    if (!spot) return this.rest()
    if (confirm && spot.fits) {
      this.drag = null
      this.led = false
      const [x, y] = spot.cells[0] ?? [0, 0]
      const [ox, oy] = this.cells[0] ?? [0, 0]
      this.at = [x - ox, y - oy]
      return
    }
    this.put()
  }

  #whole(): Cell {
    return [Math.round(this.at?.[0] ?? 0), Math.round(this.at?.[1] ?? 0)]
  }

  /** For screen readers: "On b2 c2 d2 c1, it fits." */
  get told(): string {
    return untrack(() => {
      const { spot } = this
      if (!spot) return ''
      const cells = textOf(spot.cells, this.#reach().ground.rows).replace(/(..)(?=.)/g, '$1 ')
      return `On ${cells}, ${spot.fits ? 'it fits' : 'it does not fit'}.`
    })
  }
}
