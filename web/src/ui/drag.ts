/** Dragging what stands on a cell: press, drag once the pointer has gone far enough, drop. */
import type { Pointing } from './grid'

const FAR = 6 // px a pointer travels before it drags

export interface Drag {
  from: number // cell
  dx: number // units of the drawing
  dy: number
}

interface Selection extends Pointing<number> {
  drag: Drag | null
  hold: (cell: number) => void
}

interface Board {
  grid: () => HTMLElement | undefined // that lies over the whole drawing
  width: () => number // of the drawing, in its units
  at: (x: number, y: number) => number // the cell under a point of the drawing
  may: (cell: number, event: PointerEvent) => boolean // what stands there can be taken up
  drop: (cell: number, from: number) => void
  nowhere: number
}

export class PointerDrag {
  #moved = false // the press became a drag, and is no tap
  #selection: Selection
  #board: Board
  #pressed: { cell: number; x: number; y: number; id: number } | null = null

  constructor(selection: Selection, board: Board) {
    this.#selection = selection
    this.#board = board
  }

  press(event: PointerEvent, cell: number): void {
    this.#moved = false
    this.#selection.focused = false
    if (event.button !== 0) return
    this.#pressed = { cell, x: event.clientX, y: event.clientY, id: event.pointerId }
  }

  move = (event: PointerEvent): void => {
    const pressed = this.#pressed
    if (!pressed || event.pointerId !== pressed.id) return
    const [dx, dy] = [event.clientX - pressed.x, event.clientY - pressed.y]
    if (!this.#moved) {
      if (Math.hypot(dx, dy) < FAR || !this.#board.may(pressed.cell, event)) return
      this.#moved = true
      this.#selection.hold(pressed.cell)
      ;(event.currentTarget as HTMLElement).setPointerCapture?.(event.pointerId)
    }
    const { cell, scale } = this.#under(event)
    this.#selection.drag = { from: pressed.cell, dx: dx * scale, dy: dy * scale }
    this.#selection.over = cell
  }

  release = (event: PointerEvent): void => {
    const pressed = this.#pressed
    if (pressed && this.#moved && event.pointerId === pressed.id) {
      this.#board.drop(this.#under(event).cell, pressed.cell)
      this.#selection.over = this.#board.nowhere
    }
    this.#pressed = null
  }

  cancel = (): void => {
    this.#pressed = null
    this.#selection.drag = null
    this.#selection.over = this.#board.nowhere
  }

  /** Whether the press that ends with this click was a drag. */
  wasDrag(): boolean {
    const moved = this.#moved
    this.#moved = false
    return moved
  }

  /** The cell under a pointer, and the units of a pixel. */
  #under(event: PointerEvent): { cell: number; scale: number } {
    const { left = 0, top = 0, width = 0 } = this.#board.grid()?.getBoundingClientRect() ?? {}
    const whole = this.#board.width()
    const scale = whole / (width || whole)
    return { cell: this.#board.at((event.clientX - left) * scale, (event.clientY - top) * scale), scale }
  }
}
