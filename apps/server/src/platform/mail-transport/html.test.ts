import fc from 'fast-check'
import { expect, test } from 'vitest'
import { defang, html } from './html.ts'

test.each([
  ['<script>alert(1)</script>', '&lt;script&gt;alert(1)&lt;/script&gt;'],
  [`"' onload='x`, '&quot;&#39; onload=&#39;x'],
  ['a & b &amp; c', 'a &amp; b &amp;amp; c'],
  [7, '7'],
  [null, ''],
  [undefined, ''],
  [0, '0'],
])('escapes %j as %s', (value, written) => {
  expect(html`<p title="${value}">${value}</p>`.toString()).toBe(`<p title="${written}">${written}</p>`)
})

test('nests templates without escaping twice, alone and in lists', () => {
  const item = (text: string) => html`<li>${text}</li>`
  expect(html`<ul>${['<a>', 'b'].map(item)}${item('c')}</ul>`.toString()).toBe(
    '<ul><li>&lt;a&gt;</li><li>b</li><li>c</li></ul>',
  )
})

test('treats an object that only looks like a template as text', () => {
  const fake = { toString: () => '<b>' } as unknown as string
  expect(html`${fake}`.toString()).toBe('&lt;b&gt;')
})

test('opens no tag and leaves no attribute, whatever the text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const written = html`${text}`.toString()
      expect(written).not.toMatch(/[<>"']/)
      const back = written
        .replaceAll('&lt;', '<')
        .replaceAll('&gt;', '>')
        .replaceAll('&quot;', '"')
        .replaceAll('&#39;', "'")
        .replaceAll('&amp;', '&')
      expect(back).toBe(text)
    }),
  )
})

test.each([
  ['acme.com', 'acme.\u2060com'],
  ['clip.mov', 'clip.\u2060mov'],
  ['v1.2 and 3.14', 'v1.2 and 3.14'],
  ['Done. Next', 'Done. Next'],
  ['例子.中国', '例子.\u2060中国'],
])('keeps %s readable and links it to nothing', (text, defanged) => {
  expect(defang(text)).toBe(defanged)
})
