import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { readConfig } from '../platform/config/config.ts'
import { renderHomeSections } from '../site/pages/home-sections.ts'
import { productPage } from '../site/pages/product-page.ts'
import { openContent } from './open-content.ts'

const config = readConfig({})

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'waybill-content-'))
  cpSync(join(import.meta.dirname, '../../../../content'), root, { recursive: true })
  rmSync(join(root, 'testimonials'), { recursive: true, force: true })
  mkdirSync(join(root, 'testimonials'))
})
afterEach(() => rmSync(root, { recursive: true }))

const write = (name: string, ...lines: string[]) =>
  writeFileSync(join(root, 'testimonials', name), ['---', ...lines, '---', ''].join('\n'))
const content = () => openContent(config, root)
const home = (language: 'en' | 'zh') => renderHomeSections({ config, content: content() }, language).toString()
const product = (name: 'document-receipts' | 'works-everywhere') => productPage({ content: content() }, name, 'en')

it('shows no block where nothing is published, which is how Waybill ships', () => {
  for (const said of [content(), openContent(config)]) {
    expect(renderHomeSections({ config, content: said }, 'en').toString()).not.toContain('class="said"')
    expect(said.testimonials('zh')).toEqual([])
  }
})

it('shows what is published, in the language of the page, on the pages that it names', () => {
  const facts = ['who: Asha Rao', 'company: Pier & Sons', 'pages: home, document-receipts']
  write('asha.en.md', ...facts, 'sentence: We had {{free.storage}} <free>, and proof.')
  write('asha.zh.md', ...facts, 'sentence: 有凭有据。')
  expect(home('en')).toContain('<blockquote>We had 10 GB &lt;free&gt;, and proof.</blockquote>')
  expect(home('en')).toContain('<figcaption><b>Asha Rao</b> · Pier &amp; Sons</figcaption>')
  expect(home('zh')).toContain('<h2 id="said">客户怎么说</h2>')
  expect(home('zh')).toContain('<blockquote>有凭有据。</blockquote>')
  expect(product('document-receipts').body.toString()).toContain('Asha Rao')
  expect(product('works-everywhere').body.toString()).not.toContain('Asha Rao')
})

it('ends the start with file and line where one is wrong', () => {
  const facts = ['who: Asha Rao', 'company: Pier & Sons']
  const refused = () => content().check()
  write('asha.en.md', ...facts)
  expect(refused).toThrow('content/testimonials/asha.en.md, line 1, opens front matter without "sentence"')
  write('asha.en.md', ...facts, 'sentence: Good.', 'stars: 5')
  expect(refused).toThrow('content/testimonials/asha.en.md, line 5, has the unknown key "stars"')
  write('asha.en.md', ...facts, 'sentence: We had {{free.moon}}.')
  expect(refused).toThrow('content/testimonials/asha.en.md, line 4, asks for the figure "free.moon"')
  write('asha.en.md', ...facts, 'sentence: Good.', 'pages: blog')
  expect(refused).toThrow('content/testimonials/asha.en.md, line 5, has an invalid "pages"')
  write('asha.en.md', ...facts, 'sentence: Good.', '---', '', 'More.')
  expect(refused).toThrow('content/testimonials/asha.en.md, line 7, is text below the front matter')
  write('asha.en.md', ...facts, 'sentence: Good.')
  expect(refused).toThrow('content/testimonials/asha.zh.md is missing: every testimonial has both languages')
  write('asha.zh.md', ...facts, 'sentence: 好。', 'pages: home')
  expect(refused).toThrow('content/testimonials/asha.zh.md says another "pages" than its other language')
  write('asha.zh.md', ...facts, 'sentence: 好。')
  expect(refused).not.toThrow()
  writeFileSync(join(root, 'testimonials', 'Notes.txt'), '')
  expect(refused).toThrow('content/testimonials/Notes.txt, line 1, is not named "some-words.en.md" or ".zh.md"')
})
