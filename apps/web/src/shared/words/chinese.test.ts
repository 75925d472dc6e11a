import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'vite'
import { describe, expect, it, test } from 'vitest'

const root = fileURLToPath(new URL('../../../../../', import.meta.url))
const HAN = /\p{Script=Han}/u

interface Sentence {
  where: string
  /** With '\uFFFC' in place of inserted values. */
  text: string
}

/** Every text of the sources that contains Chinese: strings, templates, text between tags. */
function sentencesOf(path: string): Sentence[] {
  const source = readFileSync(root + path, 'utf8')
  if (!HAN.test(source)) return []
  const found: Sentence[] = []
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    const { type, value, quasis, start } = node as Record<string, unknown>
    const text =
      type === 'TemplateLiteral'
        ? (quasis as { value: { cooked: string } }[]).map((quasi) => quasi.value.cooked).join('\uFFFC')
        : (type === 'Literal' || type === 'JSXText') && typeof value === 'string'
          ? value
          : ''
    const line = source.slice(0, Number(start)).split('\n').length
    if (HAN.test(text)) found.push({ where: `${path}:${line}`, text })
    for (const child of Object.values(node)) visit(child)
  }
  visit(parseSync(path, source).program.body)
  return found
}

const paths = ['web', 'server'].flatMap((app) =>
  globSync(`apps/${app}/src/**/*.{ts,tsx}`, { cwd: root, exclude: ['**/*.test.ts', '**/*.conformance.ts'] }),
)

/** The lines of an article of `content/` as their readers see them, without the marks of Markdown. */
function linesOf(path: string): Sentence[] {
  const lines = readFileSync(root + path, 'utf8').split('\n')
  return lines.map((line, at) => ({ where: `${path}:${at + 1}`, text: HAN.test(line) ? withoutMarks(line) : '' }))
}

const withoutMarks = (line: string): string =>
  line
    .replace(/^also: .*/, '')
    .replace(/^(?:[a-z]+: |#+ |- |\d+\. |\| )| \|$/g, '')
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/\{\{[^}]*\}\}/g, '\uFFFC')
    .replaceAll(/\*+|`/g, '')
    .replaceAll(' | ', '\n')

const sentences = [...paths.flatMap(sentencesOf), ...globSync('content/**/*.zh.md', { cwd: root }).flatMap(linesOf)]

/** The column 'Not' of docs/words.md. */
const forbidden = readFileSync(`${root}docs/words.md`, 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .flatMap((line) => line.split('|')[3]?.trim().split('、') ?? [])
  .filter((word) => HAN.test(word))

const broken = (rule: RegExp) =>
  sentences.filter(({ text }) => rule.test(text)).map(({ where, text }) => `${where} ${text}`)

test('finds the sentences of both apps, and the words that docs/words.md forbids', () => {
  expect(sentences.length).toBeGreaterThan(1_500)
  expect(forbidden.length).toBeGreaterThan(40)
})

it.each(forbidden)('never says %s', (word) => {
  expect(broken(new RegExp(word, 'u'))).toEqual([])
})

describe('follows the rules of docs/words.md', () => {
  it.each([
    ['no space beside full-width marks', /[，。：；？！（）“”、…] | [，。：；？！（）、…]/u],
    ['no half-width mark after a Chinese character', /\p{Script=Han}[,:;!?()]|\p{Script=Han}\.(?!\w)/u],
    ['no half-width mark before one', /[,;!?()] ?\p{Script=Han}/u],
    ['a space between Chinese and Latin letters', /\p{Script=Han}[A-Za-z]|[A-Za-z]\p{Script=Han}/u],
    ['a space between Chinese and figures, but in dates', /[^\d年月第\P{Script=Han}]\d|\d(?![年月日])\p{Script=Han}/u],
    ['no space between Chinese characters', /\p{Script=Han} +\p{Script=Han}/u],
    ['one … for what goes on', /……|\.\.\./u],
    ['“” for quotes', /[「」『』]|"\p{Script=Han}/u],
    ['您, not 你', /你/u],
    ['no space before %', /\d %|\uFFFC %/u],
    ['what ends follows its time and its zone', /\uFFFC 到期(?!日|前|后|时)/u],
  ])('%s', (_what, rule) => {
    expect(broken(rule)).toEqual([])
  })
})
