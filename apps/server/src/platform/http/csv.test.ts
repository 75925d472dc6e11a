import { BYTE_ORDER_MARK, csvLine } from '@waybill/contract/core/csv'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readCsv } from '../../contacts/read-csv.ts'

test.each([
  ['plain', 'plain'],
  ['', ''],
  ['张伟', '张伟'],
  ['a,b', '"a,b"'],
  ['a"b', '"a""b"'],
  ['two\nlines', '"two\nlines"'],
  ['=1+1', "'=1+1"],
  ['+49 30', "'+49 30"],
  ['-2', "'-2"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t=1"],
  ["'=1", "''=1"],
  ['＝1+1', "'＝1+1"],
  ["x;=cmd|' /C calc'!A0;y", "x;'=cmd|' /C calc'!A0;y"],
  ['x; -1', "x; '-1"],
  ['=HYPERLINK("http://evil.example","x")', `"'=HYPERLINK(""http://evil.example"",""x"")"`],
])('writes %j as %j', (cell, written) => {
  expect(csvLine([cell])).toBe(`${written}\r\n`)
})

test('reads what it writes unchanged', () => {
  const text = fc
    .oneof(
      fc.string({ unit: 'grapheme', maxLength: 30 }),
      fc.string({ unit: fc.constantFrom("'", '=', '-', '＝', '@', ',', ';', ' ', '"', 'a'), maxLength: 8 }),
    )
    .map((one) => one.replaceAll('\0', '').trim())
  fc.assert(
    fc.property(fc.array(fc.tuple(text, text), { maxLength: 5 }), (rows) => {
      const lines = rows.map(([name, company]) => csvLine(['a@x.example', name, company]))
      const csv = BYTE_ORDER_MARK + csvLine(['Email', 'Name', 'Company']) + lines.join('')
      expect(readCsv(csv).map(({ name, company }) => [name, company])).toEqual(rows)
    }),
    { numRuns: 600 },
  )
})
