import { beforeEach, describe, expect, it, vi } from 'vitest'

const opened = async () => {
  vi.resetModules()
  return import('../../src/learn/progress.svelte')
}

describe('progress of lessons', () => {
  beforeEach(() => localStorage.clear())

  it('lays a course once, and for good', async () => {
    const { progress } = await opened()
    expect(progress.lay('senet', 'pair')).toBe(true)
    expect(progress.lay('senet', 'pair')).toBe(false)
    expect((await opened()).progress.has('senet', 'pair')).toBe(true)
  })

  it('keeps what another window has laid meanwhile', async () => {
    const { progress } = await opened()
    localStorage.setItem('benben.lessons', JSON.stringify({ senet: ['way'], gate: ['cover'] }))
    progress.lay('senet', 'pair')
    expect(progress.laid).toEqual({ senet: ['way', 'pair'], gate: ['cover'] })
  })

  it('sets the capstone when the remembered table is over, and then forgets the table', async () => {
    const { awaitCapstone, awaited, progress, setCapstone } = await opened()
    awaitCapstone('lotus-1', 'senet')
    setCapstone('lotus-2')
    expect(progress.has('senet', 'game')).toBe(false)
    setCapstone('lotus-1')
    expect(progress.has('senet', 'game')).toBe(true)
    expect(awaited()).toEqual([])
  })
})
