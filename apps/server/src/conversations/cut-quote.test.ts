import { describe, expect, test } from 'vitest'
import { cutQuote } from './cut-quote.ts'

const OWN = 'Thanks, that helped.\n\nOne more question?'

describe('the quoted mail goes', () => {
  test.each([
    ['Gmail', `On Fri, Nov 27, 2026 at 10:00 AM Waybill <no-reply@waybill.example> wrote:\n> It is there.`],
    [
      'Gmail, wrapped',
      `On Fri, Nov 27, 2026 at 10:00 AM Waybill\n<no-reply@waybill.example>\nwrote:\n\n> It is there.`,
    ],
    ['Apple Mail', `On 27 Nov 2026, at 10:00, Waybill <no-reply@waybill.example> wrote:\n\nIt is there.`],
    ['163', `At 2026-11-27 10:00:00, "Waybill" <no-reply@waybill.example> wrote:\nIt is there.`],
    ['163, Chinese', `在 2026-11-27 10:00:00，"Waybill" <no-reply@waybill.example> 写道：\n>在文件库中。`],
    ['Gmail, Chinese', `Waybill <no-reply@waybill.example> 于2026年11月27日周五 10:00写道：\n\n> 在文件库中。`],
    ['QQ', `------------------ 原始邮件 ------------------\n发件人: "Waybill" <a@b.example>;\n在文件库中。`],
    ['QQ, hard spaces', `------------------\u00a0原始邮件\u00a0------------------\n在文件库中。`],
    [
      'Outlook',
      `From: Waybill <a@b.example>\nSent: Friday, 27 November 2026 10:00\nTo: Ada\nSubject: x\n\nIt is there.`,
    ],
    ['Outlook, bold', `*From:* Waybill <a@b.example>\n*Sent:* Friday\n*To:* Ada\n\nIt is there.`],
    ['Outlook, Chinese', `发件人: Waybill\n发送时间: 2026年11月27日 10:00\n收件人: Ada\n主题: x\n\n在文件库中。`],
    ['Foxmail', `发件人： Waybill\n发送时间： 2026-11-27 10:00\n收件人： Ada\n主题： x`],
    ['Outlook on the web', `________________________________\nFrom: Waybill\nIt is there.`],
    ['old Outlook', `-----Original Message-----\nIt is there.`],
    ['German', `Am 27.11.2026 um 10:00 schrieb Waybill:\n> It is there.`],
    ['French', `Le 27 nov. 2026 à 10:00, Waybill a écrit :\n> It is there.`],
    ['quoted lines alone', `> It is there.\n>\n> Waybill`],
    ['a signature', `-- \nAda Lovelace\nAnalytical Engines`],
  ])('%s', (_program, quoted) => {
    expect(cutQuote(`${OWN}\n\n${quoted}\n`)).toBe(OWN)
    expect(cutQuote(`${OWN}\n\n${quoted}\n`.replaceAll('\n', '\r\n'))).toBe(OWN)
    expect(cutQuote(quoted)).toBe('')
  })
})

test('a last line of the person stays, even where the program leaves no line between', () => {
  const quoted = 'On Fri, Nov 27, 2026 at 10:00 AM Waybill\n<no-reply@waybill.example> wrote:\n> It is there.'
  expect(cutQuote(`On Friday I sent 3 files.\n${quoted}`)).toBe('On Friday I sent 3 files.')
  expect(cutQuote(`周五发了 3 个文件。\nWaybill <a@b.example>\n于2026年11月27日写道：`)).toBe('周五发了 3 个文件。')
})

test('answers between and below quoted lines stay', () => {
  const introduction = 'On Fri, Nov 27, 2026 at 10:00 AM Waybill\n<no-reply@waybill.example> wrote:\n\n'
  const below = `${introduction}> Which file?\n>\n> Waybill\n\nThe second one.\n\n-- \nAda`
  expect(cutQuote(below)).toBe('The second one.')
  const between = `Hello,\n\n${introduction}> Which file?\nThe second one.\n> When?\nOn Friday.\n`
  expect(cutQuote(between)).toMatch(/^Hello,\s+The second one\.\s+On Friday\.$/)
})

describe('a person’s own text stays', () => {
  test.each([
    'She wrote:\nplease call me.',
    'On Monday the supplier wrote:\nnothing came.',
    '他写道：\n没有收到。',
    'From: Hong Kong\nwe ship on Friday.',
    'Dates: 1 to 3 - - - fine\n--\nnot a signature',
    '> quoted question\nmy answer below it',
    '一、文件名\n二、发件人是谁？',
  ])('%s', (text) => {
    expect(cutQuote(text)).toBe(text)
  })
})

test.each([
  'on 1 '.repeat(20_000),
  `${'On 1\n'.repeat(30_000)}`,
  `${'在 1 '.repeat(200)}\n`.repeat(100),
  `${'-'.repeat(100_000)}`,
  `${'* > '.repeat(25_000)}`,
  `2026-${'<'.repeat(50_000)}`,
])('a hostile text of %# is cut before the test runs out of time', (text) => {
  expect(cutQuote(text).length).toBeLessThanOrEqual(text.length)
})
