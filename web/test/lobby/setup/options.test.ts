import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chosen, fieldsOf, fitting, pickWords, wrong } from '../../../src/lobby/setup/options'

const SENET = {
  title: 'Options',
  type: 'object',
  properties: {
    pieces: { description: 'Pieces a side', type: 'integer', minimum: 1, maximum: 7, default: 5 },
    cap: { description: 'Drawn after this many throws; 0: never', type: 'integer', minimum: 0, default: 0 },
  },
}
const OTHER = {
  $ref: '#/$defs/Options',
  $defs: {
    Options: {
      type: 'object',
      properties: {
        load_rule: { enum: ['exact', 'banded'], default: 'exact', description: 'How load is counted' },
        diagonals: { type: 'boolean', default: false },
        side: { $ref: '#/$defs/Side', default: 'novice' },
        extra: { type: 'array', default: [] },
      },
    },
    Side: { enum: ['novice', 'expert'], title: 'Side of the card' },
  },
}

const PRACTICE = {
  properties: {
    mode: { enum: ['race', 'practice'], default: 'race' },
    puzzle: {
      type: 'string',
      maxLength: 20,
      default: '',
      examples: ['12 eye'],
      clause: 'gate 6.2',
      when: { mode: 'practice' },
    },
  },
}

describe('fields of a schema', () => {
  it('are whole numbers with their limits, defaults and descriptions', () => {
    const empty = { picks: [], example: '', clause: '', when: {} }
    expect(fieldsOf(SENET)).toEqual([
      { ...empty, name: 'pieces', label: 'Pieces', about: 'Pieces a side', kind: 'whole', first: 5, least: 1, most: 7 },
      {
        ...empty,
        name: 'cap',
        label: 'Cap',
        about: 'Drawn after this many throws; 0: never',
        kind: 'whole',
        first: 0,
        least: 0,
        most: undefined,
      },
    ])
  })

  it('are switches and lists too, found behind references; other shapes keep their defaults', () => {
    expect(fieldsOf(OTHER).map((field) => [field.name, field.label, field.kind, field.picks])).toEqual([
      ['load_rule', 'Load rule', 'pick', ['exact', 'banded']],
      ['diagonals', 'Diagonals', 'switch', []],
      ['side', 'Side of the card', 'pick', ['novice', 'expert']],
    ])
  })

  it('may pick a number', () => {
    const [die] = fieldsOf({ properties: { die: { enum: [0, 6, 8, 10], default: 0 } } })
    expect(die).toMatchObject({ kind: 'pick', picks: [0, 6, 8, 10], first: 0 })
  })

  it('may be a text with an example and a length', () => {
    const [puzzle] = fieldsOf(PRACTICE).slice(1)
    if (!puzzle) throw new Error('a field')
    expect(puzzle).toMatchObject({ kind: 'text', example: '12 eye', clause: 'gate 6.2', most: 20 })
    expect(wrong(puzzle, 'a'.repeat(20))).toBe('')
    expect(wrong(puzzle, 'a'.repeat(21))).toBe('Puzzle is at most 20 characters long.')
  })

  it('are none where there is nothing to read', () => {
    expect(fieldsOf({})).toEqual([])
    expect(fieldsOf({ properties: [1] })).toEqual([])
  })
})

describe('what is sent', () => {
  const fields = fieldsOf(SENET)

  it('is only what differs from the defaults', () => {
    expect(chosen(fields, { pieces: 5, cap: 0 })).toEqual({})
    expect(chosen(fields, { pieces: 3, cap: 0, other: 1 })).toEqual({ pieces: 3 })
  })

  it('leaves out what another mode would need, though it was typed', () => {
    const fields = fieldsOf(PRACTICE)
    expect(fitting(fields, { mode: 'race', puzzle: '12 eye' }).map(({ name }) => name)).toEqual(['mode'])
    expect(chosen(fields, { mode: 'race', puzzle: '12 eye' })).toEqual({})
    expect(chosen(fields, { mode: 'practice', puzzle: '12 eye' })).toEqual({ mode: 'practice', puzzle: '12 eye' })
  })

  it('is a text without the space around it', () => {
    expect(chosen(fieldsOf(PRACTICE), { mode: 'practice', puzzle: ' 12 eye ' }).puzzle).toBe('12 eye')
    expect(chosen(fieldsOf(PRACTICE), { mode: 'practice', puzzle: '  ' })).toEqual({ mode: 'practice' })
  })

  it('is refused with a sentence when it lies outside', () => {
    const [pieces, cap] = fields
    if (!pieces || !cap) throw new Error('two fields')
    expect(wrong(pieces, 9)).toBe('Pieces is between 1 and 7.')
    expect(wrong(pieces, Number.NaN)).toBe('Pieces is a whole number.')
    expect(wrong(pieces, 2.5)).toBe('Pieces is a whole number.')
    expect(wrong(cap, -1)).toBe('Cap is at least 0.')
    expect(wrong(cap, 7)).toBe('')
  })

  it('is never outside the limits when it is not refused', () => {
    const [pieces] = fields
    if (!pieces) throw new Error('a field')
    fc.assert(
      fc.property(fc.oneof(fc.integer(), fc.double()), (value) => {
        const inside = Number.isInteger(value) && value >= 1 && value <= 7
        expect(wrong(pieces, value) === '').toBe(inside)
      }),
    )
  })
})

describe('the values of a pick list', () => {
  it('are shown as words, numbers as they are', () => {
    expect(['king-tut', 'quicksand', 'any', 8].map(pickWords)).toEqual(['King Tut', 'Quicksand', 'Any', '8'])
  })
})
