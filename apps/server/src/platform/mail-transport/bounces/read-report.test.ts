import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { returnedMails } from '#test/mail/returned-mails/all'
import { failureReport } from '#test/mail/returned-mails/write-report'
import { readReport } from './read-report.ts'

const TO = 'bounce+token@waybill.example'
const bytes = (text: string) => new TextEncoder().encode(text)

describe("servers' reports of returned mails", () => {
  test('covers many kinds of reports', () => expect(returnedMails.length).toBeGreaterThanOrEqual(50))

  test.each(returnedMails.map((mail) => [mail.name, mail] as const))('%s', async (_name, { write, says }) => {
    const report = await readReport(bytes(write(TO)))
    if (says === null) return expect(report).toBeNull()
    expect(report).toMatchObject(says)
    expect(report?.addressedTo.some((value) => value.includes(TO))).toBe(true)
  })
})

describe('reports that no server writes', () => {
  const good = failureReport(TO)
  const nested = (depth: number) =>
    Array.from(
      { length: depth },
      (_, i) => `Content-Type: multipart/report; report-type=delivery-status; boundary=b${i}\r\n\r\n--b${i}\r\n`,
    ).join('')

  test.each([
    ['nothing', ''],
    ['zeros', '\0'.repeat(10_000)],
    ['a head without end', 'X: y\r\n'.repeat(60_000)],
    ['one line', 'a'.repeat(262_144)],
    [
      'a boundary of nothing',
      'Content-Type: multipart/report; report-type=delivery-status; boundary=""\r\n\r\n--\r\n--\r\n',
    ],
    ['no boundary', 'Content-Type: multipart/report; report-type=delivery-status\r\n\r\nAction: failed\r\n'],
    ['parts in parts', nested(2_000)],
    [
      'a word of no encoding',
      'Content-Type: multipart/report; report-type=delivery-status; boundary=b\r\nTo: =?x?q?=?=\r\n\r\n--b\r\nContent-Type: message/delivery-status\r\nContent-Transfer-Encoding: base64\r\n\r\n%%%%\r\n--b--\r\n',
    ],
  ])('%s', async (_what, text) => {
    expect(await readReport(bytes(text))).toBeNull()
  })

  test('reads a report with anything changed, removed or added, or ignores it, but never throws', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat(good.length),
        fc.nat(200),
        fc.string({ unit: 'binary', maxLength: 50 }),
        async (at, cut, put) => {
          const report = await readReport(bytes(good.slice(0, at) + put + good.slice(at + cut)))
          if (report === null) return
          expect(report.code ?? '').toMatch(/^(?:[45]\d\d)?(?: ?[245]\.\d{1,3}\.\d{1,3})?$/)
        },
      ),
      { numRuns: 400 },
    )
  })
})
