import { networkPace } from '@waybill/contract/billing/plans'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestContext, type TestContext } from '#test/app/test-context'
import { insertAccount, peopleOf } from '#test/transfers/alerted'
import {
  insertDelivery,
  insertTransfer,
  queuedMails,
  type Tracked,
  type TrackedOptions,
} from '#test/transfers/tracked-transfer'
import { newId } from '../../platform/ids.ts'
import { muteAlerts } from '../alerts/mute-alerts.ts'
import { muteLink } from '../alerts/mute-token.ts'
import { noteMail } from '../alerts/note-mail.ts'
import { remindRecipients } from './remind-recipients.ts'
import { tellRecipients } from './tell-recipients.ts'

let ctx: TestContext
let close: () => Promise<void>
beforeAll(async () => {
  ;({ ctx, close } = await openTestContext({ PUBLIC_URL: 'https://files.example.com' }))
})
beforeEach(async () => {
  await sql`update recipients set reminded_at = now()`.execute(ctx.db)
  await ctx.db.deleteFrom('mails').execute()
  await ctx.db.deleteFrom('unreminded').execute()
})
afterAll(() => close())

const HOURS = 2.2 * 24

interface Ending extends TrackedOptions {
  hours?: number
  remind?: boolean | null
  /** Since the mail server accepted the first mail. */
  mailedHours?: number
}

/** A transfer that expires soon, whose recipients were mailed long ago. */
async function ending({ hours = 30, remind = true, mailedHours = 100, ...options }: Ending = {}): Promise<Tracked> {
  const sent = await insertTransfer(ctx, options)
  await ctx.db
    .updateTable('transfers')
    .set({ expires_at: sql<Date>`now() + make_interval(secs => ${hours * 3_600})`, remind_recipients: remind })
    .where('id', '=', sent.transferId)
    .execute()
  for (const recipientId of sent.recipientIds) await insertMail(recipientId, mailedHours)
  return sent
}

async function insertMail(recipientId: string, hours: number, row: object = {}): Promise<string> {
  const id = newId()
  const at = sql<Date>`now() - make_interval(secs => ${hours * 3_600})`
  const mail = { id, message_id: id, template: 'files-arrived', recipient_id: recipientId, sealed: null }
  await ctx.db
    .insertInto('mails')
    .values({ ...mail, created_at: at, accepted_at: at, noted_at: at, ...row })
    .execute()
  return id
}
const change = (recipientId: string | undefined, row: object) =>
  ctx.db
    .updateTable('recipients')
    .set(row)
    .where('id', '=', recipientId ?? '')
    .execute()
const reminders = async () => {
  await ctx.db.deleteFrom('mails').where('sealed', 'is', null).execute()
  return queuedMails(ctx)
}
const remindedOf = async () => (await reminders()).map(({ to }) => to).sort()

test('mails a recipient who has downloaded nothing once, 2.2 days before the expiry, with their own link', async () => {
  const { id } = await insertAccount(ctx, { alerts: 'none' })
  const people = [...peopleOf(3), { address: 'zhang@rao-forge.example', language: 'zh' }]
  const sent = await ending({ hours: HOURS - 0.1, accountId: id, recipients: people, message: 'not again' })
  await change(sent.recipientIds[0], { finished_at: sql<Date>`now()` })
  await change(sent.recipientIds[1], { opened_at: sql<Date>`now()` })
  await Promise.all([remindRecipients(ctx), remindRecipients(ctx), remindRecipients(ctx)])
  await remindRecipients(ctx)
  const mails = await reminders()
  expect(mails.map(({ to }) => to).sort()).toEqual([
    'person-1@rao-forge.example',
    'person-2@rao-forge.example',
    'zhang@rao-forge.example',
  ])
  const [chinese, english] = [
    mails.find(({ to }) => to.startsWith('zhang')),
    mails.find(({ to }) => to.startsWith('p')),
  ]
  expect(chinese).toMatchObject({ template: 'files-waiting', language: 'zh' })
  expect(english).toMatchObject({ language: 'en', muteLink: expect.stringMatching(/\/mute\/[\w-]{42}$/) })
  expect(english?.facts).toMatchObject({
    sender: { address: 'ada@lovelace.example', isProven: true },
    files: [{ path: 'a.dwg', bytes: 1_000 }],
    fileCount: 1,
    slug: sent.slug,
    link: expect.stringMatching(new RegExp(`^https://files\\.example\\.com/d/${sent.slug}/[\\w-]{22}$`)),
  })
  expect(JSON.stringify(mails)).not.toContain('not again')
})

describe("the sender's permission", () => {
  test.each([
    [null, undefined, 0],
    [null, false, 0],
    [null, true, 1],
    [false, true, 0],
    [true, false, 1],
    [true, undefined, 1],
  ])('with %s for the transfer and %s for the account: %i', async (remind, ofAccount, count) => {
    const { id } = await insertAccount(ctx, { alerts: 'none' })
    const settings = ofAccount === undefined ? {} : { remindRecipients: ofAccount }
    await sql`update accounts set transfer_settings = ${JSON.stringify(settings)}::jsonb where id = ${id}`.execute(
      ctx.db,
    )
    await ending({ remind, accountId: id })
    await remindRecipients(ctx)
    expect(await remindedOf()).toHaveLength(count)
  })

  test('sends none where no account has chosen', async () => {
    await ending({ remind: null })
    await remindRecipients(ctx)
    expect(await remindedOf()).toEqual([])
  })
})

test('reminds nobody of what has time, never expires, has ended, is paused, blocked or deleted, or of an open link', async () => {
  await ending({ hours: HOURS + 0.1 })
  await ending({ hours: -1 })
  await ending({ sendAs: 'link', recipients: [{ address: null }] })
  const endless = await ending()
  await ctx.db.updateTable('transfers').set({ expires_at: null }).where('id', '=', endless.transferId).execute()
  const now = { deleted_at: new Date(0) }
  for (const row of [now, { blocked_at: new Date(0) }, { paused_at: new Date(0) }, { bytes_removed_at: new Date(0) }]) {
    const { transferId } = await ending()
    await ctx.db.updateTable('transfers').set(row).where('id', '=', transferId).execute()
  }
  const { id } = await insertAccount(ctx, { alerts: 'none' })
  await ctx.db
    .updateTable('accounts')
    .set({ suspended_at: new Date(0) })
    .where('id', '=', id)
    .execute()
  await ending({ accountId: id })
  await remindRecipients(ctx)
  expect(await remindedOf()).toEqual([])
})

describe('postpones a reminder with nothing to download until there is something again', () => {
  const reminderOf = (recipientId: string | undefined) =>
    ctx.db
      .selectFrom('recipients')
      .select(['reminded_at', 'remind_not_before'])
      .where('id', '=', recipientId ?? '')
      .executeTakeFirstOrThrow()

  test('its files are withdrawn', async () => {
    const sent = await ending({ recipients: [{ address: 'later@rao-forge.example' }] })
    const files = ctx.db.updateTable('files').where('id', 'in', sent.fileIds)
    await files.set({ withdrawn_at: sql<Date>`now()` }).execute()
    await remindRecipients(ctx)
    expect(await reminderOf(sent.recipientIds[0])).toMatchObject({
      reminded_at: null,
      remind_not_before: expect.any(Date),
    })
    await files.set({ withdrawn_at: null }).execute()
    await remindRecipients(ctx)
    expect(await remindedOf()).toEqual([])
    await insertMail(sent.recipientIds[0] ?? '', 100)
    await change(sent.recipientIds[0], { remind_not_before: sql<Date>`now()` })
    await remindRecipients(ctx)
    expect(await remindedOf()).toEqual(['later@rao-forge.example'])
  })

  test('it is blocked at that very moment', async () => {
    const sent = await ending({ recipients: [{ address: 'later@rao-forge.example' }] })
    await sql`create function block_now() returns trigger language plpgsql as $$ begin
      update transfers set blocked_at = now() where id = new.transfer_id; return null; end $$`.execute(ctx.db)
    await sql`create trigger block_now after update of reminded_at on recipients for each row
      when (new.reminded_at is not null) execute function block_now()`.execute(ctx.db)
    await remindRecipients(ctx)
    await sql`drop function block_now cascade`.execute(ctx.db)
    expect(await remindedOf()).toEqual([])
    expect((await reminderOf(sent.recipientIds[0])).reminded_at).toBeNull()
    await ctx.db.updateTable('transfers').set({ blocked_at: null }).where('id', '=', sent.transferId).execute()
    await insertMail(sent.recipientIds[0] ?? '', 100)
    await change(sent.recipientIds[0], { remind_not_before: sql<Date>`now()` })
    await remindRecipients(ctx)
    expect(await remindedOf()).toEqual(['later@rao-forge.example'])
  })
})

test('does not add up reminders of many senders in one network to one person', async () => {
  const senders = networkPace.perHour + 1
  for (let nth = 0; nth < senders; nth++) {
    const { id } = await insertAccount(ctx, { alerts: 'none' })
    await ending({ accountId: id, recipients: [{ address: 'wanted@rao-forge.example' }] })
  }
  await remindRecipients(ctx)
  expect(await remindedOf()).toEqual(Array(senders).fill('wanted@rao-forge.example'))
})

test('reminds nobody who was removed, finished a file, was mailed today, or whose mail was refused or bounced', async () => {
  const sent = await ending({ recipients: peopleOf(7) })
  const [removed, one, today, refused, back, unwritten, fine] = sent.recipientIds
  await change(removed, { removed_at: new Date(0) })
  await insertDelivery(ctx, sent, one ?? '', sent.fileIds[0] ?? '', { bytes: 1_000, isFinished: true })
  await insertMail(today ?? '', 23, { template: 'files-arrived-again' })
  await insertMail(refused ?? '', 50, { template: 'files-arrived-again', accepted_at: null, refused_at: new Date(0) })
  await sql`update mails set bounced_at = now() where recipient_id = ${back ?? ''}`.execute(ctx.db)
  await sql`delete from mails where recipient_id = ${unwritten ?? ''}`.execute(ctx.db)
  await change(fine, { opened_at: new Date(0) })
  await remindRecipients(ctx)
  expect(await remindedOf()).toEqual(['person-6@rao-forge.example'])
})

test('does not remind again after an extended expiry, and still resends a link after a reminder', async () => {
  const sent = await ending()
  await remindRecipients(ctx)
  await sql`update transfers set expires_at = now() + interval '40 hours' where id = ${sent.transferId}`.execute(ctx.db)
  await sql`update mails set created_at = now() - interval '30 hours', accepted_at = now() - interval '30 hours'`.execute(
    ctx.db,
  )
  await remindRecipients(ctx)
  expect(await remindedOf()).toHaveLength(1)
  await insertMail(sent.recipientIds[0] ?? '', 100)
  await sql`update recipients set told_again_at = now() - interval '31 hours' where id = ${sent.recipientIds[0]}`.execute(
    ctx.db,
  )
  await tellRecipients(ctx, { transferId: sent.transferId })
  expect((await reminders()).map(({ template }) => template).sort()).toEqual(['files-arrived-again', 'files-waiting'])
})

test('respects an opt-out, whichever sender and whichever spelling of the address', async () => {
  const sent = await ending({ recipients: peopleOf(2) })
  const token = new URL(muteLink(ctx, 'reminders', sent.recipientIds[0] ?? '')).pathname.replace('/mute/', '')
  await Promise.all([muteAlerts(ctx, token), muteAlerts(ctx, token)])
  await ending({ recipients: peopleOf(1) })
  await remindRecipients(ctx)
  expect(await remindedOf()).toEqual(['person-1@rao-forge.example'])
})

test('records it as a separate mail', async () => {
  const sent = await ending()
  await remindRecipients(ctx)
  const { id } = await ctx.db
    .selectFrom('mails')
    .select('id')
    .where('template', '=', 'files-waiting')
    .executeTakeFirstOrThrow()
  await ctx.db
    .updateTable('mails')
    .set({ accepted_at: new Date(0) })
    .where('id', '=', id)
    .execute()
  await noteMail(ctx, { mailId: id })
  const rows = await ctx.db.selectFrom('events').selectAll().where('transfer_id', '=', sent.transferId).execute()
  expect(rows.map(({ kind, detail }) => [kind, detail])).toEqual([['mailed', 'reminder']])
})
