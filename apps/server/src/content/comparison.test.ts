import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { plans } from '@waybill/contract/billing/plans'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { readConfig } from '../platform/config/config.ts'
import { renderHomeSections } from '../site/pages/home-sections.ts'
import { PublicPages } from '../site/public-pages.ts'
import { contentFigures } from './content-figures.ts'
import { openContent } from './open-content.ts'
import { blogArticlePage } from './pages/blog-pages.ts'
import { loadComparison } from './reading/load-comparison.ts'

const config = readConfig({})
const figures = { en: contentFigures(config, 'en'), zh: contentFigures(config, 'zh') }

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'waybill-compare-'))
})
afterEach(() => rmSync(root, { recursive: true }))

const sound = {
  what: { en: 'Storage', zh: '存储空间' },
  ours: { en: '{{pro.storage}}', zh: '{{pro.storage}}' },
  WeTransfer: null,
  Filemail: { en: '1 TB', zh: '1 TB', source: 'https://support.filemail.com/x', read: '2026-11-27' },
}
const load = (text: unknown) => {
  writeFileSync(join(root, 'compare.json'), typeof text === 'string' ? text : JSON.stringify(text))
  return loadComparison(root, figures)
}

it('shows our figures from plans.ts, and those of others with their source and day, in both languages', () => {
  const content = openContent(config)
  const size = (bytes: number) => (bytes >= 1e12 ? `${bytes / 1e12} TB` : `${bytes / 1e9} GB`)
  for (const language of ['en', 'zh'] as const) {
    const text = renderHomeSections({ config, content }, language).toString()
    const article = blogArticlePage(
      { config, content, clock: { nowMs: () => 0 } as never, pages: new PublicPages() },
      language,
      'waybill-compared',
    )
    for (const shown of [text, String(article?.body)]) {
      for (const { storageBytes } of [plans.personal, plans.pro, plans.business])
        expect(shown).toContain(size(storageBytes))
      expect(shown).toContain(size(plans.business.uploadLimitBytes))
      for (const row of content.comparison(language))
        for (const cell of [row.WeTransfer, row.Filemail])
          if (cell) {
            expect(shown).toContain(`<a href="${cell.source}"`)
            expect(shown).toContain(`<time datetime="${cell.read}">`)
          }
    }
    expect(content.comparison(language).length).toBeGreaterThan(0)
  }
})

it('names no figure of ours that is written by hand', () => {
  const { rows } = JSON.parse(readFileSync(join(import.meta.dirname, '../../../../content/compare.json'), 'utf8'))
  for (const { ours } of rows)
    for (const text of [ours.en, ours.zh]) expect(text.replaceAll(/\{\{[^{}]*\}\}/g, '')).not.toMatch(/\d/)
})

it('shows nothing where nothing is compared', () => {
  expect(load({ rows: [] })).toEqual({ en: [], zh: [] })
  const content = { ...openContent(config), comparison: () => [] }
  expect(renderHomeSections({ config, content }, 'en').toString()).not.toContain('compared')
})

it.each([
  ['{"rows": [\n  {,\n]}', 'content/compare.json, line 2, is not JSON'],
  [{ rows: [{ ...sound, Dropbox: null }] }, 'content/compare.json is wrong at "rows[1]": '],
  [
    { rows: [sound, { ...sound, Filemail: null }] },
    'content/compare.json is wrong at "rows[2]": compares Waybill with nobody',
  ],
  [
    { rows: [{ ...sound, Filemail: { ...sound.Filemail, source: 'https://filemail.com.evil.example/' } }] },
    'content/compare.json is wrong at "rows[1].Filemail.source": must be a page of filemail.com',
  ],
  [
    { rows: [{ ...sound, Filemail: { ...sound.Filemail, source: 'http://www.filemail.com/' } }] },
    'content/compare.json is wrong at "rows[1].Filemail.source": ',
  ],
  [
    { rows: [{ ...sound, Filemail: { ...sound.Filemail, read: 'yesterday' } }] },
    'content/compare.json is wrong at "rows[1].Filemail.read": ',
  ],
  [
    { rows: [{ ...sound, ours: { en: '200 GB', zh: '{{pro.storage}}' } }] },
    'content/compare.json is wrong at "rows[1].ours.en": has a figure of ours that is not named',
  ],
  [
    JSON.stringify({ rows: [{ ...sound, ours: { en: '{{pro.moon}}', zh: '{{pro.storage}}' } }] }, null, 2),
    'content/compare.json, line 9, asks for the figure "pro.moon", which is not known',
  ],
])('refuses %j', (text, sentence) => {
  expect(() => load(text)).toThrow(sentence)
})

it('ends the start where the file is missing', () => {
  expect(() => loadComparison(root, figures)).toThrow('content/compare.json is missing')
})
