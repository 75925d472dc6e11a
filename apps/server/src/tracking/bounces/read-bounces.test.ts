import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { until } from '#test/app/until'
import { IMAP_PASSWORD, ImapInbox } from '#test/mail/imap-inbox'
import { returnedMails } from '#test/mail/returned-mails/all'
import { failureReport } from '#test/mail/returned-mails/write-report'
import { openSmtpInbox, type SmtpInbox } from '#test/mail/smtp-inbox'
import { makeAccount } from '#test/people/account-person'
import { askFor, suppliersOf } from '#test/requests/calls'
import { insertAccount, peopleOf as manyPeople } from '#test/transfers/alerted'
import { insertTransfer, type Tracked, type TrackedOptions } from '#test/transfers/tracked-transfer'
import { masterKeyOf } from '../../platform/config/master-key.ts'
import { addJob } from '../../platform/jobs/add-job.ts'
import { bounceAddress } from '../../platform/mail-transport/bounces/bounce-address.ts'
import { countTriedMails } from '../../platform/mail-transport/mail-store.ts'
import { checkLedgers } from '../ledger/index.ts'
import { takeReport } from './read-bounces.ts'

let smtp: SmtpInbox
let imap: ImapInbox
let app: TestApp
beforeAll(async () => {
  ;[smtp, imap] = await Promise.all([openSmtpInbox(), ImapInbox.open()])
  app = await makeTestApp({
    env: { SMTP_URL: smtp.url, INBOUND_IMAP_URL: imap.url, LOG_LEVEL: 'warn' },
    logsToFile: true,
  })
})
beforeEach(() => void smtp.mails.splice(0))
afterAll(async () => {
  await app?.close()
  await Promise.all([smtp?.close(), imap?.close()])
})

interface Mailed {
  sent: Tracked
  /** The envelope sender for each recipient in turn. */
  senders: string[]
}

/** A transfer whose mails the mail server has accepted. */
async function mail(options: TrackedOptions = {}): Promise<Mailed> {
  const sent = await insertTransfer(app.ctx, options)
  const wanted = smtp.mails.length + sent.recipientIds.length
  await addJob(app.ctx.db, 'tell-recipients', { transferId: sent.transferId })
  await until(() => smtp.mails.length === wanted)
  await app.runJobs()
  const rows = await app.ctx.db.selectFrom('mails').select(['id', 'recipient_id']).execute()
  const mailOf = new Map(rows.map(({ id, recipient_id }) => [recipient_id, id]))
  return { sent, senders: sent.recipientIds.map((id) => bounceAddress(app.ctx, mailOf.get(id) ?? '') ?? '') }
}

async function look(): Promise<void> {
  // In the queue of the schedule, which runs one look at a time.
  await sql`select graphile_worker.add_job('read-bounces', '{}', queue_name => 'read-bounces')`.execute(app.ctx.db)
  await app.runJobs()
}

async function kindsOf({ sent }: Mailed): Promise<string[]> {
  const rows = await app.ctx.db
    .selectFrom('events')
    .selectAll()
    .where('transfer_id', '=', sent.transferId)
    .orderBy('place')
    .execute()
  return rows.map(({ kind, detail, recipient_id }) =>
    [kind, sent.recipientIds.indexOf(recipient_id ?? ''), detail].filter((part) => part !== null).join(' '),
  )
}
const take = (report: string) => takeReport(app.ctx, Buffer.from(report))

describe('a mail to a recipient', () => {
  test('has its own envelope sender, and its bounce goes to its own recipient', async () => {
    const { id } = await insertAccount(app.ctx, { alerts: 'finished' })
    const mailed = await mail({ accountId: id, recipients: manyPeople(3) })
    expect(smtp.mails.map(({ sender }) => sender).sort()).toEqual([...mailed.senders].sort())
    expect(new Set(mailed.senders).size).toBe(3)
    expect(smtp.mails.every(({ parsed }) => parsed.from?.address === 'no-reply@localhost')).toBe(true)

    await imap.deliver(
      failureReport(mailed.senders[1] ?? ''),
      failureReport(mailed.senders[2]?.toUpperCase() ?? '', '4.4.7'),
    )
    await look()
    expect((await kindsOf(mailed)).sort()).toEqual(
      ['bounced 1 550 5.1.1', 'bounced 2 450 4.4.7', 'mailed 0', 'mailed 1', 'mailed 2'].sort(),
    )
    expect(await imap.counts()).toMatchObject({ unread: 0 })
    const told = await app.ctx.db.selectFrom('notifications').selectAll().where('account_id', '=', id).execute()
    expect(told.map(({ kind }) => kind)).toEqual(['bounced', 'bounced'])
    expect(await checkLedgers(app.ctx)).toEqual([])
  })

  test('counts among its sender’s refusals only if another mail would bounce too', async () => {
    const before = await countTriedMails(app.ctx.db, 'ada@lovelace.example', 7)
    const { senders } = await mail({ recipients: manyPeople(2) })
    expect(await take(failureReport(senders[0] ?? ''))).toBe('bounced')
    expect(await take(failureReport(senders[1] ?? '', '4.2.2'))).toBe('bounced')
    const after = await countTriedMails(app.ctx.db, 'ada@lovelace.example', 7)
    expect(after).toEqual({
      tried: before.tried + 2,
      refused: before.refused + 1,
      refusers: before.refusers + 1,
    })
    const again = await mail({ recipients: manyPeople(1) })
    expect(await take(failureReport(again.senders[0] ?? ''))).toBe('bounced')
    expect(await countTriedMails(app.ctx.db, 'ada@lovelace.example', 7)).toMatchObject({
      refused: after.refused + 1,
      refusers: after.refusers,
    })
  })

  test.each(['opened_at', 'finished_at'])('ignores a bounce from somebody who has received it: %s', async (column) => {
    const mailed = await mail()
    const [recipientId = ''] = mailed.sent.recipientIds
    await app.ctx.db
      .updateTable('recipients')
      .set({ [column]: new Date(0) })
      .where('id', '=', recipientId)
      .execute()
    const before = await countTriedMails(app.ctx.db, 'ada@lovelace.example', 7)
    expect(await take(failureReport(mailed.senders[0] ?? ''))).toBe('arrived')
    expect(await kindsOf(mailed)).toEqual(['mailed 0'])
    expect(await countTriedMails(app.ctx.db, 'ada@lovelace.example', 7)).toEqual(before)
  })

  test('records a bounce once, however often and by however many its report is read', async () => {
    const mailed = await mail()
    const report = failureReport(mailed.senders[0] ?? '')
    const verdicts = await Promise.all(Array.from({ length: 8 }, () => take(report)))
    expect(verdicts.filter((verdict) => verdict === 'bounced')).toHaveLength(1)
    expect(await take(failureReport(mailed.senders[0] ?? '', '4.4.7'))).toBe('known')
    expect(await kindsOf(mailed)).toEqual(['mailed 0', 'bounced 0 550 5.1.1'])
  })

  test('records the acceptance before the bounce, whichever comes first', async () => {
    const mailed = await mail()
    const other = await insertTransfer(app.ctx)
    const [row] = await app.ctx.db
      .selectFrom('mails')
      .selectAll()
      .where('recipient_id', '=', mailed.sent.recipientIds[0] ?? '')
      .execute()
    const id = `${row?.id.slice(0, -1)}${row?.id.endsWith('A') ? 'Q' : 'A'}`
    const unnoted = { id, message_id: id, template: 'files-arrived', recipient_id: other.recipientIds[0] ?? '' }
    await app.ctx.db
      .insertInto('mails')
      .values({ ...unnoted, sealed: null, accepted_at: new Date(0) })
      .execute()
    expect(await take(failureReport(bounceAddress(app.ctx, id) ?? ''))).toBe('bounced')
    await addJob(app.ctx.db, 'note-mail', { mailId: id })
    await app.runJobs()
    expect(await kindsOf({ sent: other, senders: [] })).toEqual(['mailed 0', 'bounced 0 550 5.1.1'])
  })

  test('may bounce for a deleted transfer', async () => {
    const mailed = await mail()
    const gone = { deleted_at: new Date(0) }
    await app.ctx.db.updateTable('transfers').set(gone).where('id', '=', mailed.sent.transferId).execute()
    expect(await take(failureReport(mailed.senders[0] ?? ''))).toBe('bounced')
  })

  test('keeps the usual envelope sender in a mail to its sender', async () => {
    await insertTransfer(app.ctx)
    await app.call('requestSenderCode', { body: { email: 'ada@lovelace.example' } })
    await until(() => smtp.mails.length === 1)
    expect(smtp.mails[0]?.sender).toBe('no-reply@localhost')
  })
})

describe('a mail that asks for files', () => {
  /** A supplier with a request of their own, and the envelope sender of each mail to them. */
  async function asked(email: string) {
    const owner = await makeAccount(app, { role: 'pro', subscription: 'active' })
    const request = await askFor(owner, { suppliers: [{ email }] })
    const senders = async (count: number) => {
      const own = () => smtp.mails.filter(({ recipients }) => recipients.includes(email))
      await until(() => own().length === count)
      await app.runJobs()
      return own().map(({ sender }) => sender)
    }
    const mailOf = async () => (await suppliersOf(owner, request._id))[0]?.mail
    const noteAnswer = () =>
      sql`update request_suppliers set last_answer_at = now() where request_id = ${request._id}`.execute(app.ctx.db)
    return { owner, params: { request: request._id }, senders, mailOf, noteAnswer }
  }

  test('has its own envelope sender, and the requester sees its bounce unless there is an answer', async () => {
    const { owner, senders, mailOf, noteAnswer } = await asked('gone@mill.example')
    const [sender = ''] = await senders(1)
    expect(await mailOf()).toBe('accepted')
    const report = failureReport(sender)
    const tried = await countTriedMails(app.ctx.db, owner.address, 7)
    expect(await Promise.all([take(report), take(report)])).toEqual(expect.arrayContaining(['bounced', 'known']))
    expect(await mailOf()).toBe('refused')
    expect(await countTriedMails(app.ctx.db, owner.address, 7)).toEqual(tried)
    await noteAnswer()
    expect(await mailOf()).toBe('accepted')
  })

  test('treats a reminder the same, and shows its bounce even for a supplier who has answered before', async () => {
    const { owner, params, senders, mailOf, noteAnswer } = await asked('moved@mill.example')
    await senders(1)
    await noteAnswer()
    expect((await owner.call('remindRequestSuppliers', { params, body: {} })).body).toEqual({ reminded: 1 })
    const [first = '', second = ''] = await senders(2)
    expect(new Set([first, second, 'no-reply@localhost']).size).toBe(3)
    const tried = await countTriedMails(app.ctx.db, owner.address, 7)
    expect(await take(failureReport(first))).toBe('bounced')
    expect(await mailOf()).toBe('accepted')
    expect([await take(failureReport(second)), await take(failureReport(second))]).toEqual(['bounced', 'known'])
    expect(await mailOf()).toBe('refused')
    expect(await countTriedMails(app.ctx.db, owner.address, 7)).toEqual(tried)
    await noteAnswer()
    expect(await mailOf()).toBe('accepted')
  })

  test('stays bounced when the mail server accepts a reminder', async () => {
    const { owner, params, senders, mailOf } = await asked('full@mill.example')
    const [sender = ''] = await senders(1)
    expect(await take(failureReport(sender, '4.2.2'))).toBe('bounced')
    await owner.call('remindRequestSuppliers', { params, body: {} })
    await senders(2)
    expect(await mailOf()).toBe('refused')
  })
})

describe('reports that are not our bounces', () => {
  test('changes nothing for any report of a mail that did not fail', async () => {
    const mailed = await mail({ recipients: manyPeople(returnedMails.length) })
    const expected: string[] = []
    for (const [nth, { write, says }] of returnedMails.entries()) {
      const verdict = says === null ? 'noReport' : says.hasFailed ? 'bounced' : 'notFailed'
      expect(await take(write(mailed.senders[nth] ?? ''))).toBe(verdict)
      if (verdict === 'bounced') expected.push(['bounced', nth, says?.code].filter((part) => part != null).join(' '))
    }
    expect((await kindsOf(mailed)).filter((kind) => kind.startsWith('bounced'))).toEqual(expected)
  })

  test('accepts no report about a mail that the reporter did not get', async () => {
    const mailed = await mail()
    const [mine = ''] = mailed.senders
    const forged = bounceAddress({ ...app.ctx, masterKey: masterKeyOf(new Uint8Array(32).fill(9)) }, 'A'.repeat(20))
    for (const to of ['', 'bounce@waybill.example', forged ?? '', mine.replace('waybill', 'evil'), mine.slice(2)]) {
      expect(await take(failureReport(to))).toBe('notOurs')
    }
    const nobodys = bounceAddress(app.ctx, 'A'.repeat(20)) ?? ''
    expect(await take(failureReport(nobodys))).toBe('known')
    expect(await kindsOf(mailed)).toEqual(['mailed 0'])
  })
})

test('logs a mail that cannot be handled and reads those after it', async () => {
  const mailed = await mail({ recipients: manyPeople(3) })
  const first = sql.lit(mailed.sent.recipientIds[0] ?? '')
  const poison = sql`alter table mails add constraint poison check (recipient_id <> ${first} or bounced_at is null)`
  await poison.execute(app.ctx.db)
  await imap.deliver(...mailed.senders.map((sender) => failureReport(sender)))
  await look()
  await sql`alter table mails drop constraint poison`.execute(app.ctx.db)
  expect((await kindsOf(mailed)).filter((kind) => kind.startsWith('bounced'))).toEqual([
    'bounced 1 550 5.1.1',
    'bounced 2 550 5.1.1',
  ])
  expect(await imap.counts()).toMatchObject({ unread: 0 })
  const log = await readFile(join(app.dataDir, 'test.log'), 'utf8')
  expect(log).toContain('a returned email cannot be processed and is skipped')
})

test('logs an unavailable mailbox without its password, stays healthy, and reads it once it is back', async () => {
  const mailed = await mail()
  await imap.down()
  await imap.deliver(failureReport(mailed.senders[0] ?? ''))
  await look()
  expect((await app.fetch('/-/health')).status).toBe(200)
  const log = await readFile(join(app.dataDir, 'test.log'), 'utf8')
  expect(log).toContain('the mailbox for returned emails cannot be read')
  expect(log).not.toContain(IMAP_PASSWORD)
  expect(log).not.toContain(encodeURIComponent(IMAP_PASSWORD))
  await imap.up()
  await app.restart()
  await look()
  expect(await kindsOf(mailed)).toEqual(['mailed 0', 'bounced 0 550 5.1.1'])
})
