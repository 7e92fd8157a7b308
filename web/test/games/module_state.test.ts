/** State of a board belongs to one table: no module of a game holds any, since all tables would share it. */
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'

const GAMES = resolve(import.meta.dirname, '../../src/games')
const RUNE = /^\$(state|derived)\b/
const MODULE_SCRIPT = /<script[^>]*\smodule\b[^>]*>([\s\S]*?)<\/script>/

/** What runs once when the file is imported: all of a module, or the module script of a component. */
const moduleScript = (name: string, text: string): string =>
  name.endsWith('.svelte') ? (MODULE_SCRIPT.exec(text)?.[1] ?? '') : text

const isRune = (node: ts.Node): boolean => ts.isCallExpression(node) && RUNE.test(node.expression.getText())

function holdsRune(node: ts.Node): boolean {
  return isRune(node) || Boolean(ts.forEachChild(node, (child) => holdsRune(child) || undefined))
}

/** Classes with reactive fields: those of this file, and all that come from a `.svelte.ts` module. */
function reactiveClasses(source: ts.SourceFile): Set<string> {
  const names = source.statements.flatMap((one) => {
    if (ts.isClassDeclaration(one)) return one.name && holdsRune(one) ? [one.name.text] : []
    if (!ts.isImportDeclaration(one) || !one.moduleSpecifier.getText().endsWith(".svelte'")) return []
    const named = one.importClause?.namedBindings
    return named && ts.isNamedImports(named) ? named.elements.map((each) => each.name.text) : []
  })
  return new Set(names)
}

/** State that is made on import: runes, and objects with reactive fields, outside of functions and classes. */
function moduleState(text: string): string[] {
  const source = ts.createSourceFile('module.ts', text, ts.ScriptTarget.Latest, true)
  const reactive = reactiveClasses(source)
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) || ts.isClassLike(node)) return
    if (isRune(node) || (ts.isNewExpression(node) && reactive.has(node.expression.getText())))
      found.push(node.getText())
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

const FILES = readdirSync(GAMES, { recursive: true, encoding: 'utf8' }).filter((name) => /\.(ts|svelte)$/.test(name))

describe('a module of a game', () => {
  it.each(FILES)('%s holds no state', (name) => {
    expect(moduleState(moduleScript(name, readFileSync(join(GAMES, name), 'utf8')))).toEqual([])
  })
})

describe('state of a module is found', () => {
  it('as a rune, over several lines too', () => {
    expect(moduleState("export const desk: {\n  picked: string\n} = $state({ picked: '' })")).toHaveLength(1)
    expect(moduleState('let n = $state.raw(0)\nconst twice = $derived(2 * n)')).toHaveLength(2)
    expect(moduleState('const both = { one: $state(1) }')).toHaveLength(1)
  })

  it('as an object with reactive fields', () => {
    expect(moduleState('class Desk { n = $state(0) }\nexport const desk = new Desk()')).toEqual(['new Desk()'])
    expect(moduleState("import { Desk } from './desk.svelte'\nconst desk = new Desk()")).toEqual(['new Desk()'])
  })

  it('in the module script of a component, and nowhere else in it', () => {
    const script = '<script module lang="ts">let n = $state(0)</script>\n<script lang="ts">let m = $state(0)</script>'
    expect(moduleState(moduleScript('Board.svelte', script))).toEqual(['$state(0)'])
  })

  it('but not in classes and functions, which make it for each table', () => {
    const text =
      'class Desk { n = $state(0) }\nexport const make = () => new Desk()\nfunction f() { let n = $state(0) }'
    expect(moduleState(text)).toEqual([])
  })
})
