/** What the sheet for ending a match says of resigning. */
import { render, screen } from '@testing-library/svelte'
import { beforeEach, describe, expect, it } from 'vitest'
import { client as horus } from '../../src/games/horus'
import EndSheet from '../../src/table/EndSheet.svelte'
import { TableStore } from '../../src/table/store.svelte'
import { picture, seat } from '../games/horus/scenes'
import { now, seat as chair, table } from './scenes'

beforeEach(() => {
  HTMLDialogElement.prototype.showModal ??= () => {}
})

/** The sheet for seat 0 of a match of Horus whose adventurers are at these places. */
function sheet(...places: string[]): string {
  const seats = places.map((place) => seat({ place, playing: place !== 'dead' && place !== 'escaped' }))
  const room = new TableStore('lotus')
  room.table = table({ game: 'horus', seats: places.map((_, i) => chair(`Seat ${i + 1}`, { you: i === 0 })) })
  room.yours = [0]
  room.confirmed = now({ picture: picture({ seats }), out: places.map(() => false), resign: places.map(() => true) })
  const { unmount } = render(EndSheet, { room, seat: 0, resigning: horus.resigning, open: true })
  const words = screen.getByText('Resign:').closest('p')?.textContent?.replace(/\s+/g, ' ').trim() ?? ''
  unmount()
  return words
}

describe('resigning at the Pyramid of Horus', () => {
  it('lets the others play on while two of them may still win and one is in play', () => {
    const words = 'Resign: your adventurer stays in the pyramid, and the others play on.'
    expect(sheet('e6', 'e7', 'c2')).toBe(words)
    expect(sheet('e6', 'e7', 'escaped')).toBe(words)
    expect(sheet('e6', 'dead', 'outside', 'c2')).toBe(words)
  })

  it('ends the match where only one of the others may still win', () => {
    const words = 'Resign: the match ends and the other side wins.'
    expect(sheet('e6', 'e7')).toBe(words)
    expect(sheet('e6', 'dead', 'c2')).toBe(words)
    expect(sheet('e6', 'dead', 'escaped')).toBe(words)
  })

  it('brings the scoring where all others who may win are out of the pyramid', () => {
    expect(sheet('e6', 'escaped', 'escaped')).toBe(
      'Resign: your adventurer stays in the pyramid, and the match ends with the scoring.',
    )
  })

  it('leaves no winner where all others are dead', () => {
    expect(sheet('e6', 'dead', 'dead')).toBe('Resign: the match ends and nobody wins.')
  })
})
