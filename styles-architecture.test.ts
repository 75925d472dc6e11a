import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative, sep } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = import.meta.dirname
/** Styles that no component owns: fonts, sizes and colours, resets, Mantine's parts. */
const PLAIN = ['base.css', 'elements.css', 'fonts.css', 'mantine.css', 'tokens.css']
/** The size of all style sheets together: a new page may raise it, nothing else. */
const MOST_LINES = 7_524
/** Spaces and type sizes of modules that are numbers, not values from tokens.css; they may only become fewer. */
const MOST_OWN_SIZES = 36

const listed = (...patterns: string[]) =>
  execFileSync('git', ['ls-files', '-co', '--exclude-standard', ...patterns], { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((path) => path !== '' && existsSync(join(root, path)))
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const camelCase = (name: string) => name.replace(/-+(\w)/g, (_, letter: string) => letter.toUpperCase())

/** The class names in a sheet, as components write them; without Mantine's. */
const namesIn = (sheet: string) =>
  [...sheet.replace(/\/\*[\s\S]*?\*\/|\{[^{}]*\}/g, ' ').matchAll(/\.([a-z][\w-]*)/gi)]
    .map(([, name = '']) => name)
    .filter((name) => !name.startsWith('mantine-'))

const sheets = listed('*.css')
const modules = new Map(
  sheets.filter((path) => path.endsWith('.module.css')).map((path) => [path, new Set(namesIn(read(path)))]),
)
const components = listed('apps/web/src/*.ts', 'apps/web/src/*.tsx').map((path) => ({ path, text: read(path) }))

/** Each class name that a component uses from a module. */
const uses = components.flatMap(({ path, text }) =>
  [...text.matchAll(/^import (\w+) from '([^']+\.module\.css)'/gm)].flatMap(([, variable = '', target = '']) => {
    const sheet = relative(root, join(root, dirname(path), target))
      .split(sep)
      .join('/')
    const taken = [...text.matchAll(new RegExp(`\\b${variable}\\.(\\w+)`, 'g'))]
    return taken.map(([, name = '']) => ({ path, sheet, name }))
  }),
)

describe('styles', () => {
  test('every sheet is a CSS module, except those that no component owns', () => {
    const plain = sheets.filter((path) => !modules.has(path))
    expect(plain.filter((path) => !PLAIN.includes(basename(path)))).toEqual([])
  })

  test('a component uses only class names that its module defines', () => {
    const defines = (sheet: string, name: string) =>
      [...(modules.get(sheet) ?? [])].some((className) => camelCase(className) === name)
    expect(uses.filter(({ sheet, name }) => !defines(sheet, name))).toEqual([])
  })

  test('a component uses every class of a module', () => {
    const taken = new Set(uses.map(({ name }) => name))
    const isWritten = (name: string) =>
      components.some(({ text }) => text.includes(`'${name}'`) || text.includes(`"${name}"`))
    const all = new Set([...modules.values()].flatMap((names) => [...names]))
    expect([...all].filter((name) => !taken.has(camelCase(name)) && !isWritten(name))).toEqual([])
  })

  test('the sheets together do not grow', () => {
    const lines = sheets.reduce((sum, path) => sum + read(path).trimEnd().split('\n').length, 0)
    expect(lines).toBeLessThanOrEqual(MOST_LINES)
  })

  test('spaces and type sizes come from the tokens', () => {
    const sizes =
      /^\s*(?:(?:row-|column-)?gap|(?:padding|margin)[\w-]*|font-size):.*?(?:[3-9]|\d\d+|\.\d+)(?:px|rem)\b/gm
    const own = [...modules.keys()].flatMap((path) => read(path).match(sizes) ?? [])
    expect(own.length).toBeLessThanOrEqual(MOST_OWN_SIZES)
  })
})
