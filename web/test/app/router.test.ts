import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { codeIn, reviewPath, router, routeOf, setupPath, tablePath } from '../../src/app/router.svelte'

describe('an address', () => {
  it.each([
    ['/', { page: 'home' }],
    ['/t/lotus-42-ibis', { page: 'table', code: 'lotus-42-ibis' }],
    ['/t/lotus-42-ibis/review', { page: 'review', code: 'lotus-42-ibis' }],
    ['/rules', { page: 'rulebooks' }],
    ['/learn', { page: 'learn', game: '' }],
    ['/learn/senet', { page: 'learn', game: 'senet' }],
    ['/learn/senet/pair', { page: 'lesson', game: 'senet', step: 'pair' }],
    ['/learn/senet/pair/more', { page: 'lost' }],
    ['/rules/senet', { page: 'rules', game: 'senet', clause: '' }],
    ['/keys', { page: 'keys' }],
    ['/keys/', { page: 'keys' }],
    ['/dice', { page: 'dice' }],
    ['/play/senet', { page: 'setup', game: 'senet', against: null }],
    ['/puzzles', { page: 'puzzles', date: null }],
    ['/d/2026-11-16', { page: 'puzzles', date: '2026-11-16' }],
    ['/d/2026-11-16/senet', { page: 'puzzle', date: '2026-11-16', game: 'senet' }],
    ['/puzzles/rush/gate', { page: 'rush', game: 'gate' }],
    ['/d/2026-11-31', { page: 'lost' }],
    ['/d/2026-11-16/senet/now', { page: 'lost' }],
    ['/t', { page: 'lost' }],
    ['/t/a/b', { page: 'lost' }],
    ['/t/a/review/b', { page: 'lost' }],
    ['/nowhere', { page: 'lost' }],
    ['/t/%E0%A4%A', { page: 'lost' }],
  ])('%s leads where it should', (path, route) => expect(routeOf(path)).toEqual(route))

  it('says against whom, and ignores what it does not know', () => {
    expect(routeOf('/play/senet', '?with=friend')).toMatchObject({ against: 'friend' })
    expect(routeOf('/play/senet', '?with=crocodile')).toMatchObject({ against: null })
  })

  it('carries the clause behind the hash', () => {
    expect(routeOf('/rules/senet', '', '#5.1')).toMatchObject({ clause: '5.1' })
  })

  it('is read without ever failing', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), (path, query, hash) => {
        expect(routeOf(path, query, hash).page).toBeTypeOf('string')
      }),
    )
  })

  it('and its path are each other’s opposite', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[\w./ -]{1,40}$/), (code) => {
        const { pathname } = new URL(tablePath(code), 'http://here')
        if (code === '.' || code === '..') return
        expect(routeOf(pathname)).toEqual({ page: 'table', code })
        const moment = new URL(reviewPath(code, 12), 'http://here')
        expect(routeOf(moment.pathname, moment.search)).toEqual({ page: 'review', code, at: 12 })
      }),
    )
    expect(setupPath('senet', 'device')).toBe('/play/senet?with=device')
  })
})

describe('what somebody pasted', () => {
  it.each([
    ['lotus-42-ibis', 'lotus-42-ibis'],
    ['  lotus-42-ibis \n', 'lotus-42-ibis'],
    ['http://host:8000/t/lotus-42-ibis', 'lotus-42-ibis'],
    ['https://host/t/lotus-42-ibis?x=1#y', 'lotus-42-ibis'],
    ['see https://host/t/lotus-42-ibis now', 'lotus-42-ibis'],
    ['', ''],
  ])('%j holds the code %j', (text, code) => expect(codeIn(text)).toBe(code))
})

describe('a click', () => {
  const link = (html: string): HTMLAnchorElement => {
    document.body.innerHTML = html
    return document.querySelector('a') as HTMLAnchorElement
  }

  it('on a link of this site changes the page without loading it', () => {
    router.start()
    const event = new MouseEvent('click', { bubbles: true, cancelable: true })
    link('<a href="/keys"><b>Keys</b></a>').querySelector('b')?.dispatchEvent(event)
    expect(event.defaultPrevented).toBe(true)
    expect(router.route).toEqual({ page: 'keys' })
    expect(location.pathname).toBe('/keys')
  })

  it.each([
    ['a download', '<a href="/x" download>x</a>', {}],
    ['a new window', '<a href="/x" target="_blank">x</a>', {}],
    ['the server', '<a href="/api/x">x</a>', {}],
    ['another site', '<a href="https://other.example/">x</a>', {}],
    ['a held key', '<a href="/dice">x</a>', { ctrlKey: true }],
  ])('on %s is left to the browser', (_, html, keys) => {
    const before = router.route
    const anchor = link(html)
    let prevented = true
    const last = (event: Event) => {
      prevented = event.defaultPrevented
      event.preventDefault()
    }
    window.addEventListener('click', last, { once: true })
    anchor.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ...keys }))
    expect(prevented).toBe(false)
    expect(router.route).toBe(before)
  })
})
