import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'

/**
 * Checks docs/asvs.md against ASVS 5.0.0: it has every row of levels 1 and 2 once and decided, each row names its
 * evidence, and the counts are right. The title of a link must occur in the linked file; the `#` of a link is one of
 * its headings.
 */
const PAGE = 'docs/asvs.md'
const root = import.meta.dirname
const text = readFileSync(join(root, PAGE), 'utf8')

/** The levels of the rows 1, 2, 3 … of each section; V10 and V17 are left out. The rows of level 3 come after these. */
const LEVELS: Record<string, string> = {
  '1.1': '22',
  '1.2': '111112222',
  '1.3': '11222222222',
  '1.4': '222',
  '1.5': '12',
  '2.1': '122',
  '2.2': '112',
  '2.3': '1222',
  '2.4': '2',
  '3.2': '11',
  '3.3': '1222',
  '3.4': '112222',
  '3.5': '11122',
  '3.7': '22',
  '4.1': '122',
  '4.2': '2',
  '4.3': '22',
  '4.4': '1222',
  '5.1': '2',
  '5.2': '112',
  '5.3': '11',
  '5.4': '222',
  '6.1': '122',
  '6.2': '111111112222',
  '6.3': '1122',
  '6.4': '1122',
  '6.5': '22222',
  '6.6': '222',
  '6.8': '2222',
  '7.1': '222',
  '7.2': '1111',
  '7.3': '22',
  '7.4': '11222',
  '7.5': '22',
  '7.6': '22',
  '8.1': '12',
  '8.2': '112',
  '8.3': '1',
  '8.4': '2',
  '9.1': '111',
  '9.2': '1222',
  '11.1': '22',
  '11.2': '222',
  '11.3': '112',
  '11.4': '1222',
  '11.5': '2',
  '11.6': '2',
  '12.1': '122',
  '12.2': '11',
  '12.3': '2222',
  '13.1': '2',
  '13.2': '22222',
  '13.3': '22',
  '13.4': '12222',
  '14.1': '22',
  '14.2': '1222',
  '14.3': '122',
  '15.1': '122',
  '15.2': '122',
  '15.3': '1222222',
  '16.1': '2',
  '16.2': '22222',
  '16.3': '2222',
  '16.4': '222',
  '16.5': '222',
}

const wanted = Object.entries(LEVELS).flatMap(([section, levels]) =>
  [...levels].map((level, nth) => ({ id: `${section}.${nth + 1}`, level })),
)

interface Row {
  id: string
  level: string
  verdict: string
  shown: string
}

const rows: Row[] = [...text.matchAll(/^\| (\d+\.\d+\.\d+) \| (\d) \| [^|]+ \| ([^|]+) \| (.+) \|$/gm)].map(
  ([, id = '', level = '', verdict = '', shown = '']) => ({ id, level, verdict: verdict.replaceAll('*', ''), shown }),
)

interface Link {
  target: string
  title: string | undefined
}

const linksOf = (markdown: string): Link[] =>
  [...markdown.matchAll(/\]\(([^\s)]+)(?: "([^\n]*?)")?\)/g)].map(([, target = '', title]) => ({ target, title }))

/** Heading anchors, as GitHub makes them. */
const anchorsOf = (markdown: string): string[] =>
  [...markdown.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s-]/gu, '')
      .replace(/\s/g, '-'),
  )

/** What is wrong with a link of a page; null for a correct link and for a link to another site. */
function faultOf({ target, title }: Link, page: string): string | null {
  if (/^[a-z]+:/.test(target)) return null
  const [path = '', anchor] = target.split('#')
  const file = path === '' ? join(root, page) : join(root, dirname(page), path)
  if (!existsSync(file)) return `${target} is not there`
  if (statSync(file).isDirectory()) return null
  const content = readFileSync(file, 'utf8')
  if (title !== undefined && !content.includes(title)) return `${target} does not hold "${title}"`
  if (anchor !== undefined && !anchorsOf(content).includes(anchor)) return `${target} has no such heading`
  return null
}

const count = (verdicts: string[], level?: string) =>
  rows.filter((row) => verdicts.includes(row.verdict) && (level === undefined || row.level === level)).length
const MET = ['met', 'met, set-up']

test('the page has every row of levels 1 and 2 once, with its level', () => {
  expect(wanted).toHaveLength(217)
  expect(wanted.filter(({ level }) => level === '1')).toHaveLength(65)
  expect(rows.map(({ id, level }) => ({ id, level }))).toEqual(wanted)
})

test('each row is decided: met rows show where, others say why', () => {
  for (const { id, verdict, shown } of rows) {
    expect([...MET, 'not applicable', 'not met'], id).toContain(verdict)
    expect(shown.length, id).toBeGreaterThan(5)
    if (MET.includes(verdict)) expect(linksOf(shown).length, id).toBeGreaterThan(0)
    if (verdict === 'not met') {
      expect(shown, id).toContain(`(#${id.replaceAll('.', '')})`)
      const [, deviation = ''] = text.split(`\n### ${id}\n`)
      expect(deviation.split('\n### ')[0], id).toMatch(
        /\*\*Missing:\*\* .+\*\*Why:\*\* .+\*\*Instead:\*\* .+\*\*To do:\*\* /,
      )
    }
  }
})

test('the counts match the rows, and at least 95 % are met or not applicable', () => {
  const countsOf = (level?: string) =>
    [[...MET, 'not applicable', 'not met'], MET, ['met, set-up'], ['not applicable'], ['not met']]
      .map((verdicts) => count(verdicts, level))
      .join(' | ')
  expect(text).toContain(`| Level 1 | ${countsOf('1')} |`)
  expect(text).toContain(`| Level 2 | ${countsOf('2')} |`)
  expect(text).toContain(`| Both | ${countsOf()} |`)
  expect(count([...MET, 'not applicable']) / rows.length).toBeGreaterThanOrEqual(0.95)
})

describe('every link leads to its target', () => {
  test.each([PAGE, 'docs/security.md'])('%s', (page) => {
    const links = linksOf(readFileSync(join(root, page), 'utf8'))
    expect(links.length).toBeGreaterThan(10)
    expect(links.map((link) => faultOf(link, page)).filter((fault) => fault !== null)).toEqual([])
  })

  test('a broken link is reported', () => {
    expect(faultOf({ target: 'nowhere.md', title: undefined }, PAGE)).not.toBeNull()
    expect(faultOf({ target: 'security.md', title: 'no such text in it' }, PAGE)).not.toBeNull()
    expect(faultOf({ target: 'security.md#no-such-heading', title: undefined }, PAGE)).not.toBeNull()
    expect(faultOf({ target: 'security.md#keys', title: 'HKDF-SHA-256' }, PAGE)).toBeNull()
  })
})
