import { cleanup, render } from '@testing-library/svelte'
import decode from 'qr/decode.js'
import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import Qr from '../../src/ui/Qr.svelte'
import { outline } from '../../src/ui/squares'

afterEach(cleanup)

/** The drawing as a camera would see it: each unit of the picture is a few pixels. */
function seen(svg: Element, scale = 4) {
  const size = Number(svg.getAttribute('viewBox')?.split(' ')[2])
  const width = size * scale
  const data = new Uint8Array(width * width * 4).fill(255)
  const path = svg.querySelector('.dark')?.getAttribute('d') ?? ''
  for (const [, x, y, run] of path.matchAll(/M(\d+) (\d+)h(\d+)v1H\d+z/g))
    for (let py = Number(y) * scale; py < (Number(y) + 1) * scale; py += 1)
      for (let px = Number(x) * scale; px < (Number(x) + Number(run)) * scale; px += 1)
        data.fill(0, (py * width + px) * 4, (py * width + px) * 4 + 3)
  return { width, height: width, data }
}

describe('a QR code', () => {
  it.each([
    'https://games.example.org/t/lotus-42-ibis-7q4kx2',
    `https://games.example.org/you#key=0123456789abcdef.${'aB3_-'.repeat(8)}xyz`,
    'http://192.168.0.17:8000/t/lotus',
  ])('is read back as it was written: %s', (text) => {
    const { container } = render(Qr, { text, label: 'The link' })
    const svg = container.querySelector('svg')
    expect(svg?.getAttribute('aria-label')).toBe('The link')
    expect(svg && decode(seen(svg))).toBe(text)
  })

  it('has a quiet margin of four modules', () => {
    const { container } = render(Qr, { text: 'benben', label: '' })
    const path = container.querySelector('.dark')?.getAttribute('d') ?? ''
    expect(Math.min(...[...path.matchAll(/M(\d+) (\d+)/g)].flatMap(([, x, y]) => [Number(x), Number(y)]))).toBe(4)
  })
})

describe('an outline', () => {
  it('covers the dark squares and no others', () => {
    const grid = fc.array(fc.array(fc.boolean(), { minLength: 5, maxLength: 5 }), { minLength: 1, maxLength: 6 })
    fc.assert(
      fc.property(grid, (cells) => {
        const drawn = cells.map((row) => row.map(() => false))
        for (const [, x, y, run] of outline(cells).matchAll(/M(\d+) (\d+)h(\d+)/g))
          drawn[Number(y)]?.fill(true, Number(x), Number(x) + Number(run))
        expect(drawn).toEqual(cells)
      }),
    )
  })
})
