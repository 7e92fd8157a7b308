/** A pointer that carries a tile, by mouse or finger; a second finger turns it, or flips it by a swipe. */
import { SIZE, type Frame } from './geometry'
import type { Selection } from './selection.svelte'

const FAR = 6 // px a pointer travels before it drags
const SWIPE = 30 // px by which a second finger flips
const OVER = 0.85 // cells by which a tile floats over a finger, so that it can be seen

export interface Where {
  box: DOMRect // of the slab
  frame: Frame
}

/** Where a pointer is, in cells from the middle of the first. */
function spotted({ box, frame }: Where, x: number, y: number): [number, number] {
  const unit = box.width / frame.width || 1 // px in a unit of the drawing
  return [((x - box.left) / unit + frame.left) / SIZE - 0.5, ((y - box.top) / unit + frame.top) / SIZE - 0.5]
}

/** Pixels of a cell on the screen. */
export const pixels = ({ box, frame }: Where): number => (box.width / frame.width) * SIZE

const docked = ({ target }: Event): boolean => target instanceof Element && target.closest('.a-dock') !== null

export class Drag {
  moved = false // the press became a drag, and is no tap
  #selection: Selection
  #where: () => Where | null
  #stop: (() => void) | null = null

  constructor(selection: Selection, where: () => Where | null) {
    this.#selection = selection
    this.#where = where
  }

  /** Starts a press that may become a drag; if it does, `take` picks the tile up. */
  press(event: PointerEvent, take: () => void): void {
    this.moved = false
    if (event.button !== 0 || this.#stop) return
    const { pointerId: id, clientX: x0, clientY: y0 } = event
    const touch = event.pointerType === 'touch'
    const target = event.currentTarget as HTMLElement
    let second: { id: number; x: number } | null = null

    const move = (event: PointerEvent) => {
      if (event.pointerId !== id) return
      if (!this.moved) {
        if (Math.hypot(event.clientX - x0, event.clientY - y0) < FAR) return
        take()
        if (!this.#selection.held) return stop()
        this.moved = true
        target.setPointerCapture?.(id)
      }
      event.preventDefault()
      this.lead(event.clientX, event.clientY, touch)
      this.#selection.drag = { x: event.clientX, y: event.clientY, touch }
    }
    const down = (event: PointerEvent) => {
      if (!this.moved || event.pointerId === id || docked(event)) return
      second = { id: event.pointerId, x: event.clientX }
      event.preventDefault()
      event.stopPropagation()
    }
    // The tap of a second finger presses nothing but the dock's own buttons.
    const click = (event: MouseEvent) => {
      if (!this.moved || docked(event)) return
      event.preventDefault()
      event.stopPropagation()
    }
    const up = (event: PointerEvent) => {
      if (second && event.pointerId === second.id) {
        if (Math.abs(event.clientX - second.x) > SWIPE) this.#selection.flip()
        else this.#selection.turn()
        second = null
      }
      if (event.pointerId !== id) return
      stop()
      if (this.moved) this.#selection.drop()
    }
    const cancel = (event: PointerEvent) => {
      if (event.pointerId !== id) return
      stop()
      if (this.moved) this.#selection.rest()
    }
    const stop = () => {
      removeEventListener('pointermove', move)
      removeEventListener('pointerdown', down, true)
      removeEventListener('click', click, true)
      removeEventListener('pointerup', up)
      removeEventListener('pointercancel', cancel)
      this.#stop = null
    }
    addEventListener('pointermove', move)
    addEventListener('pointerdown', down, true)
    addEventListener('click', click, true)
    addEventListener('pointerup', up)
    addEventListener('pointercancel', cancel)
    this.#stop = stop
  }

  /** Moves the tile with a pointer. */
  lead(x: number, y: number, touch = false): void {
    const where = this.#where()
    if (!where) return
    const [column, row] = spotted(where, x, y)
    this.#selection.lead(column, touch ? row - OVER : row)
  }

  /** Where the held cell is on the screen while it is dragged: its left upper corner, px of the window. */
  corner(): { x: number; y: number; size: number } | null {
    const where = this.#where()
    const { drag } = this.#selection
    if (!where || !drag) return null
    const size = pixels(where)
    return { x: drag.x - size / 2, y: drag.y - size / 2 - (drag.touch ? OVER * size : 0), size }
  }

  end(): void {
    this.#stop?.()
  }
}
