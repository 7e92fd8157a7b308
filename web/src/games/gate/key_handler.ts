/** Keys and mouse wheel that work wherever the focus is. They come before the page's own shortcuts. */
import type { SeatPicture } from '../../wire/gate'
import type { Drag } from './drag'
import type { Selection } from './selection.svelte'
import type { Cell } from './tiles'

export interface Place {
  selection: Selection
  drag: Drag
  mine: SeatPicture | undefined
  locked: boolean
  letters: boolean // single letters and digits are shortcuts
  focus: () => void // moves the focus to the board
  speak: (text: string) => void
}

export const ARROWS: Readonly<Record<string, Cell>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}
const ELSEWHERE = 'input:not([type=checkbox]), textarea, select, dialog, [popover], [inert]'
const PAUSE = 140 // ms in which a wheel turns once

/** Handles a key anywhere on the page; a key that was used here is not passed on. */
export function keyed(event: KeyboardEvent, place: Place): void {
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || place.locked) return
  const target = event.target instanceof Element ? event.target : document.body
  if (target.closest(ELSEWHERE)) return
  const tile = target.closest<HTMLElement>('[data-tile]')?.dataset.tile
  const own = tile !== undefined && tile === place.selection.held
  if (own && event.key === 'Enter') return // the button's own: it lays the tile back
  const free = target === document.body || target.id === 'main' || own
  if (!answered(event.key, free, place)) return
  event.preventDefault()
  event.stopPropagation()
}

/** Puts the held tile back beside the board. */
function layBack({ selection, drag, speak }: Place): true {
  const name = selection.held
  drag.end()
  selection.rest()
  speak(`${name} is back beside the board.`)
  return true
}

function answered(key: string, free: boolean, place: Place): boolean {
  const { selection, mine, letters, focus } = place
  const pick = /^[1-9]$/.test(key) && letters ? mine?.tiles[Number(key) - 1] : undefined
  if (pick && selection.held === pick.name) return layBack(place)
  if (pick && !pick.cells) {
    selection.take(pick.name)
    focus()
    return true
  }
  if (!selection.held) return false
  const letter = letters || selection.drag ? key.toLowerCase() : ''
  const way = ARROWS[key]
  if (letter === 'r') selection.turn()
  else if (letter === 'f') selection.flip()
  else if (key === 'Escape') layBack(place)
  else if (free && way) selection.step(way[0], way[1])
  else if (free && key === 'Enter') selection.put()
  else return false
  return true
}

/** Listens to the wheel: it turns what is held, a quarter at a time, and flips it with Shift. Returns a function that stops it. */
export function wheeling(selection: Selection): () => void {
  let last = -Infinity
  const wheel = (event: WheelEvent) => {
    const over = event.target instanceof Element && event.target.closest('.puzzle, .tray')
    if (!selection.held || (!selection.drag && !over) || event.ctrlKey) return
    event.preventDefault()
    const by = event.deltaY || event.deltaX // with Shift some browsers scroll sideways
    if (event.timeStamp - last < PAUSE || !by) return
    last = event.timeStamp
    if (event.shiftKey) return selection.flip()
    for (let i = 0; i < (by > 0 ? 1 : 3); i++) selection.turn()
  }
  addEventListener('wheel', wheel, { passive: false })
  return () => removeEventListener('wheel', wheel)
}
