/** Cells of a board for pointer and keyboard: where arrow keys lead, where a cell lies, what points at it. */
import type { HTMLButtonAttributes } from 'svelte/elements'

export type Heading = 'left' | 'right' | 'up' | 'down'

export const HEADINGS: Readonly<Record<string, Heading>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
}

/** Columns and rows, from the top left. */
export const STEPS: Readonly<Record<Heading, readonly [dx: number, dy: number]>> = {
  left: [-1, 0],
  right: [1, 0],
  up: [0, -1],
  down: [0, 1],
}

export interface Rect {
  x: number
  y: number
  width: number
  height: number
}

/** The CSS of a rectangle in per cent of the whole, for what lies over the drawing. */
export function shares(rect: Rect, whole: { width: number; height: number }): string {
  const part = (value: number, all: number) => `${((100 * value) / all).toFixed(3)}%`
  return (
    `left:${part(rect.x, whole.width)};top:${part(rect.y, whole.height)};` +
    `width:${part(rect.width, whole.width)};height:${part(rect.height, whole.height)}`
  )
}

/** The part of a selection that says what is pointed at. */
export interface Pointing<Cell> {
  over: Cell // under the mouse
  cell: Cell // the one that takes the focus
  focused: boolean // by keyboard
  readonly drag?: unknown // what is dragged: meanwhile the mouse points at nothing else
}

/** Handlers by which mouse and focus point at a cell. */
export const led = <Cell>(selection: Pointing<Cell>, cell: Cell, nowhere: Cell) =>
  ({
    onpointerenter(event) {
      if (event.pointerType === 'mouse' && !selection.drag) selection.over = cell
    },
    onpointerleave() {
      if (!selection.drag) selection.over = nowhere
    },
    onfocus(event) {
      selection.cell = cell
      selection.focused = event.currentTarget.matches(':focus-visible')
    },
    onblur() {
      selection.focused = false
    },
  }) satisfies HTMLButtonAttributes

/** Handlers of a tap: a finger points first, a mouse has pointed already. */
export function tapped<Cell>(selection: Pointing<Cell> & { tap: (cell: Cell, finger: boolean) => void }) {
  let finger = false // the press under way is a finger's
  return (cell: Cell) =>
    ({
      onclick() {
        selection.cell = cell
        selection.tap(cell, finger)
      },
      onpointerdown(event) {
        finger = event.pointerType === 'touch'
        selection.focused = false
      },
    }) satisfies HTMLButtonAttributes
}
