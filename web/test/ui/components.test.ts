import { fireEvent, render, screen } from '@testing-library/svelte'
import { createRawSnippet } from 'svelte'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import RadioPlates from '../../src/ui/RadioPlates.svelte'
import Dock from '../../src/table/Dock.svelte'
import GameShelf from '../../src/lobby/GameShelf.svelte'
import Glyph from '../../src/ui/Glyph.svelte'
import OptionsForm from '../../src/lobby/setup/OptionsForm.svelte'
import SidePanel from '../../src/table/SidePanel.svelte'
import Stela from '../../src/ui/Stela.svelte'
import { GLYPHS, type GlyphName } from '../../src/ui/glyphs'
import { fieldsOf } from '../../src/lobby/setup/options'
import { wish } from '../../src/lib/settings.svelte'
import { CATALOG } from '../../src/games/catalog'
import { TableStore } from '../../src/table/store.svelte'
import type { Row } from '../../src/wire/messages'

const row = (n: number, seat: number, by: number, text: string): Row => ({
  n,
  at: n,
  seat,
  by,
  text,
  words: text,
  note: '',
  clause: '',
})
let room: TableStore
beforeEach(() => {
  Element.prototype.scrollTo ??= () => {}
  room = new TableStore('lotus')
  room.log = [row(1, 0, -1, 'throw 2'), row(2, 0, 0, '4-6'), row(3, 1, -1, 'throw 3')]
  room.now = {
    n: 3,
    at: 300,
    turn: 1,
    hand: null,
    picture: {},
    choices: [[], []],
    undo: [false, false],
    may: [],
    resign: [true, true],
    out: [false, false],
    clocks: null,
    ending: null,
  }
})
afterEach(() => wish('muted', []))

describe('the shelf of games', () => {
  it('shows five games and links only those that are built', () => {
    render(GameShelf, { built: ['senet'], to: (game: string) => `/play/${game}` })
    expect(screen.getAllByRole('heading', { level: 2 }).map((one) => one.textContent)).toEqual(
      CATALOG.map((game) => game.title),
    )
    expect(screen.getAllByRole('link')).toHaveLength(1)
    expect(screen.getAllByText('coming')).toHaveLength(4)
  })
})

describe('the tabs', () => {
  const props = () => ({ room, client: null, book: null, asked: null, tab: 'moves' as const, resign: () => {} })

  it('follow the arrow keys and keep one tab stop', async () => {
    render(SidePanel, props())
    const moves = screen.getByRole('tab', { name: 'Moves' })
    expect(moves.getAttribute('aria-selected')).toBe('true')
    await fireEvent.keyDown(moves, { key: 'ArrowLeft' })
    const talk = screen.getByRole('tab', { name: 'Talk' })
    expect(talk.getAttribute('aria-selected')).toBe('true')
    expect(screen.getAllByRole('tab').map((tab) => tab.getAttribute('tabindex'))).toEqual(['-1', '-1', '0'])
    await fireEvent.keyDown(talk, { key: 'Home' })
    expect(screen.getByRole('tab', { name: 'Moves' }).getAttribute('aria-selected')).toBe('true')
    const panel = screen.getByRole('tabpanel')
    expect(panel.getAttribute('aria-labelledby')).toBe(screen.getByRole('tab', { name: 'Moves' }).id)
  })

  it('lead by the log to an earlier moment, by mouse and by key', async () => {
    render(SidePanel, props())
    const [first, second] = [...screen.getByRole('list', { name: 'Moves' }).querySelectorAll('button')]
    expect(first?.textContent).toContain('throw 2, 4–6')
    expect(second?.textContent).toContain('to play')
    expect(second?.getAttribute('aria-current')).toBe('step')
    if (!first || !second) throw new Error('two lines')
    await fireEvent.click(first)
    expect(room.looking).toBe(2)
    await fireEvent.keyDown(first, { key: 'End' })
    expect(room.looking).toBeNull()
    await fireEvent.keyDown(second, { key: 'ArrowUp' })
    expect(room.looking).toBe(2)
  })

  it('hide the talk of somebody muted', async () => {
    room.yours = [0]
    room.talk = [
      { type: 'talk', by: 'Nebet', seat: 1, text: 'good throw', at: 1, to: 'table' },
      { type: 'talk', by: 'Bek', seat: null, text: 'well played', at: 2, to: 'watchers' },
    ]
    render(SidePanel, { ...props(), tab: 'talk' as const })
    expect(screen.getByText('good throw')).toBeTruthy()
    await fireEvent.click(screen.getByRole('button', { name: 'Mute Nebet' }))
    expect(screen.queryByText('good throw')).toBeNull()
    expect(screen.getByText('well played')).toBeTruthy()
  })
})

describe('the dock', () => {
  it('says what now and why, and its clause opens the rules', async () => {
    const rules = vi.fn()
    const run = vi.fn()
    render(Dock, {
      room,
      rules,
      say: { bold: 'Swap with the spool on 23?', small: '13 stays', clause: '5.1', main: { label: 'Play 20×23', run } },
    })
    await fireEvent.click(screen.getByRole('button', { name: 'Rule 5.1' }))
    expect(rules).toHaveBeenCalledWith('5.1')
    await fireEvent.click(screen.getByRole('button', { name: 'Play 20×23' }))
    expect(run).toHaveBeenCalledOnce()
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  })

  it('offers undo and hint to a seated player, and says why not when they are off', () => {
    room.yours = [0]
    render(Dock, { room, rules: () => {}, say: { bold: 'Nebet is thinking.' } })
    const undo = screen.getByRole('button', { name: 'Undo' })
    expect(undo.getAttribute('aria-disabled')).toBe('true')
    expect(undo.title).toContain('Nothing to take back')
  })

  it('shows a refusal with its clause in place of the sentence', () => {
    room.refused = { text: '20-22', sentence: 'Two neighbours protect each other.', clause: 'senet 5.1', key: 1 }
    render(Dock, { room, rules: () => {}, say: { bold: 'Your throw is 2.' } })
    expect(screen.getByText(/protect each other/)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Rule 5.1' })).toBeTruthy()
    expect(screen.queryByText('Your throw is 2.')).toBeNull()
  })

  it('leaves the sentence to the replay bar during a replay', () => {
    room.look(2)
    const replay = createRawSnippet(() => ({ render: () => '<p>Replay, move 1 of 2</p>' }))
    render(Dock, { room, rules: () => {}, say: { bold: 'Your throw is 2.' }, replay })
    expect(screen.getByText('Replay, move 1 of 2')).toBeTruthy()
    expect(screen.queryByText('Your throw is 2.')).toBeNull()
  })

  it('says that the connection is lost and when it is tried again', () => {
    room.yours = [0]
    room.line = { kind: 'dropped', until: performance.now() + 3000 }
    render(Dock, { room, rules: () => {}, say: { bold: '' } })
    expect(screen.getByText('Connection lost.')).toBeTruthy()
    expect(screen.getByText('Trying again in 3 s.')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Try now' })).toBeTruthy()
  })
})

describe('forms', () => {
  it('choose by native radio buttons', async () => {
    const chosen = vi.fn()
    render(RadioPlates, {
      legend: 'How strong',
      name: 'level',
      value: 'scribe',
      chosen,
      options: [
        { value: 'apprentice', label: 'Apprentice', about: 'Runs.' },
        { value: 'scribe', label: 'Scribe' },
      ],
    })
    expect(screen.getByRole('radio', { name: 'Scribe' })).toHaveProperty('checked', true)
    await fireEvent.click(screen.getByRole('radio', { name: /Apprentice/ }))
    expect(chosen).toHaveBeenCalledWith('apprentice')
  })

  it('say which option lies outside its limits', async () => {
    const schema = {
      properties: { pieces: { type: 'integer', minimum: 1, maximum: 7, default: 5, description: 'A side' } },
    }
    const change = vi.fn()
    const shared = { game: 'senet', fields: fieldsOf(schema), refused: null, change }
    const { rerender } = render(OptionsForm, { ...shared, values: { pieces: 5 } })
    const field = screen.getByRole('spinbutton', { name: 'Pieces' })
    expect(screen.getByText('A side (1 to 7)')).toBeTruthy()
    await fireEvent.input(field, { target: { value: '9' } })
    expect(change).toHaveBeenCalledWith({ pieces: 9 }, true)
    await rerender({ ...shared, values: { pieces: 9 } })
    expect(screen.getByText('Pieces is between 1 and 7.')).toBeTruthy()
    expect(field.getAttribute('aria-invalid')).toBe('true')
  })
})

describe('glyphs', () => {
  it('draw something for every name, and are decoration unless they are labelled', () => {
    for (const name of Object.keys(GLYPHS) as GlyphName[]) {
      const { container, unmount } = render(Glyph, { name })
      const svg = container.querySelector('svg')
      expect(svg?.querySelector('path, circle')).toBeTruthy()
      expect(svg?.getAttribute('aria-hidden')).toBe('true')
      unmount()
    }
    render(Glyph, { name: 'seal', label: 'Sealed' })
    expect(screen.getByRole('img', { name: 'Sealed' })).toBeTruthy()
  })

  it('show a free seat as a dashed outline', () => {
    const { container } = render(Stela, {})
    expect(container.querySelector('path')?.getAttribute('stroke-dasharray')).toBe('4 3')
    expect(screen.getByRole('img', { name: 'free seat' })).toBeTruthy()
  })
})
