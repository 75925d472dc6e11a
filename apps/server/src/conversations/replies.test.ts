import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { until } from '#test/app/until'
import { ImapInbox } from '#test/mail/imap-inbox'
import { openSmtpInbox, type SmtpInbox } from '#test/mail/smtp-inbox'
import { makeAccount } from '#test/people/account-person'
import { makePerson, type Person } from '#test/people/people'
import { masterKeyOf } from '../platform/config/master-key.ts'
import { tokenAddress } from '../platform/mail-transport/index.ts'

const SUPPORT = 'help@waybill.example'
const AWAY_MS = 3 * 60_000

let smtp: SmtpInbox
let imap: ImapInbox
let app: TestApp
beforeAll(async () => {
  ;[smtp, imap] = await Promise.all([openSmtpInbox(), ImapInbox.open()])
  app = await makeTestApp({ env: { SMTP_URL: smtp.url, INBOUND_IMAP_URL: imap.url, SUPPORT_EMAIL: SUPPORT } })
})
beforeEach(() => void smtp.mails.splice(0))
afterAll(async () => {
  await app?.close()
  await Promise.all([smtp?.close(), imap?.close()])
})

/** The newest mail to an address, once there is one with this text. */
async function mailTo(address: string, text: string) {
  const found = () =>
    smtp.mails.findLast(({ recipients, parsed }) => recipients.includes(address) && parsed.text?.includes(text))
  await until(() => found() !== undefined)
  return found() as NonNullable<ReturnType<typeof found>>
}

interface Draft {
  from: string
  to: string
  text: string
  id?: string
  head?: string[]
}
let sent = 0
function mailOf({ from, to, text, id, head = ['Content-Type: text/plain; charset=utf-8'] }: Draft): string {
  sent += 1
  const own = [`From: ${from}`, `To: ${to}`, `Message-ID: <${id ?? `no-${sent}@mail.example`}>`, ...head]
  return [...own, '', text, ''].join('\r\n')
}

async function arrive(...mails: Array<string | Uint8Array>): Promise<void> {
  await imap.deliver(...mails)
  // In the queue of the schedule, which runs one look at a time.
  await sql`select graphile_worker.add_job('read-bounces', '{}', queue_name => 'read-bounces')`.execute(app.ctx.db)
  await app.runJobs()
}

const write = (person: Person, text: string) => person.call('writeMessage', { body: { text } })
const said = async (person: Person): Promise<string[]> =>
  (await person.call('readConversation')).body.messages.map(
    ({ author, text, hasLeftFiles }: { author: string; text: string; hasLeftFiles: boolean }) =>
      `${author}: ${text}${hasLeftFiles ? ' (files)' : ''}`,
  )
const replyToOf = ({ parsed }: SmtpInbox['mails'][number]) => parsed.replyTo?.[0]?.address ?? ''

test('a question on the page is answered by mail, and the reply to that by mail again', async () => {
  const ada = await makeAccount(app)
  await write(ada, 'Where is my file?')
  const told = await mailTo(SUPPORT, 'Where is my file?')
  const ofOperator = replyToOf(told)
  expect(ofOperator).toMatch(/^bounce\+[a-z2-7]{40}@waybill\.example$/)

  const answer =
    'It is in your library.\r\n\r\nOn 27 Nov 2026, at 10:00, Waybill <a@b.example> wrote:\r\n> Where is my file?'
  await arrive(mailOf({ from: 'someone@else.example', to: ofOperator, text: answer, id: 'first@else.example' }))
  expect(await said(ada)).toEqual(['customer: Where is my file?', 'operator: It is in your library.'])

  await app.passTime(AWAY_MS)
  const answered = await mailTo(ada.address, 'It is in your library.')
  const ofCustomer = replyToOf(answered)
  expect(ofCustomer).not.toBe(ofOperator)
  const gbk = Buffer.from(
    mailOf({
      from: ada.address,
      to: `"Waybill" <${ofCustomer.toUpperCase()}>`,
      text: 'GBK',
      head: ['Content-Type: text/plain; charset=gbk'],
    }),
  )
  const at = gbk.indexOf('GBK')
  const chinese = Buffer.from([0xd0, 0xbb, 0xd0, 0xbb])
  await arrive(Buffer.concat([gbk.subarray(0, at), chinese, gbk.subarray(at + 3)]))
  expect((await said(ada)).at(-1)).toBe('customer: 谢谢')
  await app.passTime(6 * 60_000)
  await mailTo(SUPPORT, '谢谢')
})

test('a mail counts once, only with the token of its side, and only from a person', async () => {
  const visitor = makePerson(app)
  await write(visitor, 'Is anybody there?')
  const to = replyToOf(await mailTo(SUPPORT, 'Is anybody there?'))
  const from = SUPPORT
  const swapped = to.replace(/\+(.)/, (_, first: string) => `+${first === 'a' ? 'b' : 'a'}`)
  const { id } = await sql<{ id: string }>`
    select conversation_id as id from conversation_messages where body = 'Is anybody there?'`
    .execute(app.ctx.db)
    .then(({ rows }) => rows[0] as { id: string })
  const otherKey = { config: app.ctx.config, masterKey: masterKeyOf(new Uint8Array(32).fill(7)) }
  const forged = [
    swapped,
    to.replace(/\+.*@/, '@'),
    tokenAddress(otherKey, 'reply-of-operator', id) ?? '',
    tokenAddress(app.ctx, 'bounce', id) ?? '',
  ]
  await arrive(
    ...forged.map((address) => mailOf({ from, to: address, text: 'forged' })),
    mailOf({ from, to, text: 'I am away.', head: ['Auto-Submitted: auto-replied'] }),
    mailOf({ from, to, text: '> Is anybody there?' }),
    mailOf({ from, to, text: 'Yes.', id: 'same@else.example' }),
    mailOf({ from, to, text: 'Yes.', id: 'same@else.example' }),
  )
  expect(await said(visitor)).toEqual(['customer: Is anybody there?', 'operator: Yes.'])
  await arrive(mailOf({ from, to, text: 'Yes.', id: 'same@else.example' }))
  expect(await said(visitor)).toHaveLength(2)
  expect(await imap.counts()).toMatchObject({ unread: 0 })
})

test('files are left out, their writer is told, and machines that answer each other stop', async () => {
  const ada = await makeAccount(app)
  await write(ada, 'A file follows.')
  const operator = replyToOf(await mailTo(SUPPORT, 'A file follows.'))
  await arrive(mailOf({ from: SUPPORT, to: operator, text: 'Go on.' }))
  await app.passTime(AWAY_MS)
  const to = replyToOf(await mailTo(ada.address, 'Go on.'))
  const head = ['Content-Type: multipart/mixed; boundary=b']
  const file =
    '--b\r\nContent-Type: application/pdf\r\nContent-Disposition: attachment; filename=a.pdf\r\n\r\nx\r\n--b--'
  await arrive(
    mailOf({ from: ada.address, to, head, text: `--b\r\nContent-Type: text/plain\r\n\r\nHere it is.\r\n${file}` }),
    mailOf({ from: ada.address, to, head, text: file }),
  )
  expect((await said(ada)).slice(2)).toEqual(['customer: Here it is. (files)'])
  const refused = await mailTo(ada.address, 'Your message arrived.')
  expect(refused.parsed.headers.find(({ key }) => key === 'auto-submitted')?.value).toBe('auto-generated')
  await mailTo(ada.address, 'no text')
  // Two refusals have gone out: of four more such mails one is refused.
  const refusals = () => smtp.mails.filter(({ parsed }) => parsed.text?.includes('no text')).length
  await arrive(...Array.from({ length: 4 }, () => mailOf({ from: ada.address, to, head, text: file })))
  await until(() => refusals() === 2)

  await arrive(...Array.from({ length: 40 }, (_, nth) => mailOf({ from: ada.address, to, text: `again ${nth}` })))
  expect((await said(ada)).filter((text) => text.startsWith('customer: again'))).toHaveLength(24)
  expect(refusals()).toBe(2)
})

test('visitors cause so many mails to the operator in an hour, and later the others; accounts are not held up', async () => {
  const budget = { name: 'conversation-operator-mails', points: 60, seconds: 3_600 }
  while (!(await app.ctx.limits.isSpent(budget, 'all'))) await app.ctx.limits.spend(budget, 'all')
  await write(makePerson(app), 'one of many')
  await write(await makeAccount(app), 'from an account')
  await mailTo(SUPPORT, 'from an account')
  await app.runJobs()
  expect(smtp.mails.filter(({ parsed }) => parsed.text?.includes('one of many'))).toEqual([])
  await app.passTime(61 * 60_000)
  await mailTo(SUPPORT, 'one of many')
})
