// @vitest-environment node
/** A folder under src/games is a game of the page, as docs/adding-a-game.md says: nothing else is to be edited. */
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createServer, type ViteDevServer } from 'vite'
import { afterAll, beforeAll, expect, it } from 'vitest'

const WEB = resolve(import.meta.dirname, '../..')
const TOY: Record<string, string> = {
  'catalog.ts': `import type { CatalogEntry } from '../catalog'
export const entry: CatalogEntry = {
  order: 9, title: 'Toy', line: 'Take the last one.', seats: '2 players', ground: '#000', ink: '#fff', lengths: [],
}`,
  'Art.svelte': '<circle class="toy-art" r="9" />',
  'Board.svelte': '<p>A toy board</p>',
  'index.ts': `import Board from './Board.svelte'
export const client = { Board, title: 'the client of the toy' }`,
  'shortcuts.ts': `export const shortcuts = { title: 'On the toy board', keys: [[['Enter'], 'Take one']] }`,
}

let copy = ''
let server: ViteDevServer
let render: typeof import('svelte/server').render // of the svelte that the copy's components import

beforeAll(async () => {
  copy = mkdtempSync(join(tmpdir(), 'benben-page-'))
  cpSync(join(WEB, 'src'), join(copy, 'src'), { recursive: true })
  symlinkSync(join(WEB, 'node_modules'), join(copy, 'node_modules'), 'dir')
  mkdirSync(join(copy, 'src/games/toy'))
  writeFileSync(join(copy, 'src/render.ts'), "export { render } from 'svelte/server'")
  for (const [name, text] of Object.entries(TOY)) writeFileSync(join(copy, 'src/games/toy', name), text)
  server = await createServer({
    root: copy,
    cacheDir: join(copy, 'cache'),
    configFile: false,
    plugins: [svelte({ configFile: false })],
    appType: 'custom',
    logLevel: 'error',
    server: { middlewareMode: true, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
  })
  render = (await load('render.ts')).render
}, 60_000)

afterAll(async () => {
  await server.close()
  rmSync(copy, { recursive: true })
})

const load = (path: string) => server.ssrLoadModule(`/src/${path}`)

it('is on the shelf with its title and drawing, after the others', async () => {
  const { default: GameShelf } = await load('lobby/GameShelf.svelte')
  const { body } = render(GameShelf, { props: { built: ['toy'], to: (game: string) => `/play/${game}` } })
  expect(body).toContain('href="/play/toy"')
  expect(body).toContain('toy-art')
  expect(body.indexOf('Toy')).toBeGreaterThan(body.indexOf('The Pyramid of Horus'))
}, 60_000)

it('has no client among the modules that the first script brings', async () => {
  await load('lobby/Home.svelte')
  const loaded = [...server.moduleGraph.idToModuleMap.values()].filter(({ ssrModule }) => ssrModule)
  const ofGames = loaded.flatMap(({ id }) => /\/src\/games\/[a-z]+\/([\w./]+)/.exec(id ?? '')?.[1] ?? [])
  expect([...new Set(ofGames)].sort()).toEqual(['Art.svelte', 'catalog.ts'])
}, 60_000)

it('has its keys in the list of keys, and a client when a table needs it', async () => {
  const { default: ShortcutList } = await load('help/ShortcutList.svelte')
  expect(render(ShortcutList, { props: { game: 'toy' } }).body).toContain('On the toy board')
  const { canDraw, clientOf } = await load('games/catalog.ts')
  expect(canDraw('toy')).toBe(true)
  expect(await clientOf('toy')).toMatchObject({ title: 'the client of the toy' })
}, 60_000)
