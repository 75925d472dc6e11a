import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cleanPath } from '../core/names.ts'
import { judgePattern, type NameParts, renameFile } from './rename-pattern.ts'

const parts: NameParts = {
  supplier: 'Asha Rao',
  company: 'Rao Forge',
  item: 'Packing list',
  date: '2027-03-28',
  number: 2,
}

test.each([
  ['{supplier}-{item}-{date}', 'scan 001.PDF', 'Asha Rao-Packing list-2027-03-28.PDF'],
  ['{company}_{number}', 'a.tar.gz', 'Rao Forge_2.gz'],
  ['{name} ({item})', 'draft.v2.docx', 'draft.v2 (Packing list).docx'],
  ['', 'folder/Invoice.pdf', 'Invoice.pdf'],
  ['   ', 'Invoice.pdf', 'Invoice.pdf'],
  ['{item}', 'no ending', 'Packing list'],
  ['{item}', '.env', 'Packing list'],
  ['{item}.pdf', 'real.exe', 'Packing list.pdf.exe'],
  ['fixed', 'a.png', 'fixed.png'],
  ['{date}', 'CON.txt', '2027-03-28.txt'],
])('%s renames %s to %s', (pattern, original, expected) => {
  expect(renameFile(pattern, parts, original)).toBe(expected)
})

test.each([
  ['../../etc/passwd', '.._.._etc_passwd-x.pdf'],
  ['', 'x.pdf'],
  ['a\u202egpj', 'agpj-x.pdf'],
  ['CON', 'CON-x.pdf'],
])('a supplier called %j cannot leave the folder', (supplier, expected) => {
  expect(renameFile(supplier === '' ? '{supplier}x' : '{supplier}-x', { ...parts, supplier }, 'a.pdf')).toBe(expected)
})

test.each([
  ['{supplier}-{item}-{date}', null],
  ['', null],
  ['{name}', null],
  ['{Supplier}', 'unknown-word'],
  ['{secret}', 'unknown-word'],
  ['{}', 'unknown-word'],
  ['{item', 'brace'],
  ['item}', 'brace'],
  ['{{item}}', 'brace'],
  ['a/b', 'slash'],
  ['a\\b', 'slash'],
  ['x'.repeat(121), 'too-long'],
])('%s: %s', (pattern, because) => {
  expect(judgePattern(pattern)?.because ?? null).toBe(because)
})

test('whatever the values, the name is clean, is one name, and keeps its extension', () => {
  const anything = fc.string({ unit: 'binary', maxLength: 300 })
  fc.assert(
    fc.property(anything, anything, anything, (supplier, item, stem) => {
      const name = renameFile('{supplier}-{item}-{date}-{name}', { ...parts, supplier, item }, `${stem}.pdf`)
      expect(name).not.toContain('/')
      expect(cleanPath(name)).toEqual({ path: name, changed: false })
      expect(name.endsWith('.pdf')).toBe(true)
    }),
  )
})
