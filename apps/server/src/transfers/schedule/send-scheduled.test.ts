import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeTestEnvironment, type TestEnvironment } from '#test/app/test-environment'
import { moveInto } from '#test/people/move-into'
import { changeAccount } from '#test/people/put-account'
import { draftOf, makeSender, planned, saved, uploaded } from '#test/people/sender'
import { type AccountOptions, type AccountSender, makeSendingAccount } from '#test/people/sending-account'
import { testFile } from '#test/storage/upload-parts'
import { queuedMails } from '#test/transfers/tracked-transfer'
import { accountSender, countMails, readDayMails, requireStanding, workspaceKey } from '../../billing/index.ts'
import type { Context } from '../../context.ts'
import { tellRecipients } from '../../tracking/reminders/tell-recipients.ts'
import { checkTransfers } from '../check/check-transfers.ts'
import { readListed } from '../list/listed-store.ts'
import { presentListedTransfer } from '../list/present-listed.ts'
import { deleteTransfers } from '../manage/delete-transfers.ts'
import { editTransfer } from '../manage/edit-transfer.ts'
import { completeTransfer } from '../send/complete-transfer.ts'
import { planTransfer } from '../send/plan-transfer.ts'
import { sendTransferEmail } from '../send/send-transfer-email.ts'
import { eachReceivedTransfer } from '../sweep-store.ts'
import { findStandingTransfer } from '../transfer-store.ts'
import { sendOverdue, sendScheduled } from './send-scheduled.ts'

let environment: TestEnvironment
let ctx: Context
let other: Context
const closers: Array<() => Promise<void>> = []

beforeAll(async () => {
  environment = await makeTestEnvironment()
  for (let nth = 0; nth < 2; nth++) {
    const opened = await environment.open()
    closers.push(opened.close)
    if (nth === 0) ctx = opened.ctx
    else other = opened.ctx
  }
})
afterAll(async () => {
  for (const close of closers) await close()
  await environment.drop()
})

const sendLater = { localTime: localTime(3), timeZone: 'Europe/Berlin' }
const files = () => [testFile('plans/a.pdf', 100)]
const make = (options: AccountOptions = { role: 'pro' }) => makeSendingAccount(ctx, options)

/** Some days ahead, at nine. */
function localTime(days: number): string {
  return `${new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)}T09:00`
}
const rowOf = (id: string) => ctx.db.selectFrom('transfers').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const schedule = async (who: AccountSender, more: object = {}) => {
  const { _id } = await saved(ctx, who, files(), { title: 'Offer', sendLater, ...more })
  return _id
}
/** Its hour has come. */
const makeDue = (id: string) =>
  sql`update transfers set sends_at = now() - interval '1 minute' where id = ${id}`.execute(ctx.db)
const kindsOf = async (id: string) => {
  const rows = await ctx.db
    .selectFrom('events')
    .select(['kind', 'detail'])
    .where('transfer_id', '=', id)
    .where('kind', 'in', ['scheduled', 'sent', 'unsent'])
    .orderBy('place')
    .execute()
  return rows.map(({ kind, detail }) => (detail === null ? kind : `${kind} ${detail}`))
}
const jobsOf = async (id: string, task: string) => {
  const { rows } = await sql<{ run_at: Date }>`
    select j.run_at from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where t.identifier = ${task} and j.payload ->> 'transferId' = ${id}`.execute(ctx.db)
  return rows.map(({ run_at }) => run_at.getTime())
}
const receivedBy = async (id: string) => {
  const rows = await ctx.db.selectFrom('recipients').select('received_at').where('transfer_id', '=', id).execute()
  return rows.map(({ received_at }) => received_at !== null)
}
const edit = (who: AccountSender, id: string, body: object) => editTransfer(ctx, who.actor, id, body)

test('waits: it is not served, mailed, received or expiring, and its job has the hour of the sender’s clock', async () => {
  const [who, reader] = [await make(), await make()]
  const op = await saved(ctx, who, files(), { sendLater, emailTo: [{ email: reader.address }] })
  const row = await rowOf(op._id)
  expect(op).toMatchObject({ expiryDate: null, sendLater: { ...sendLater, at: row.sends_at?.getTime() } })
  expect(row).toMatchObject({ sends_local: sendLater.localTime, sends_zone: 'Europe/Berlin', expires_at: null })
  expect(await jobsOf(op._id, 'send-scheduled')).toEqual([row.sends_at?.getTime()])
  expect(await jobsOf(op._id, 'tell-recipients')).toEqual([])
  await tellRecipients(ctx, { transferId: op._id })
  expect((await queuedMails(ctx)).filter(({ facts }) => (facts as { slug: string }).slug === op.slug)).toEqual([])
  expect(await findStandingTransfer(ctx.db, op._id)).toBeNull()
  expect(await receivedBy(op._id)).toEqual([false])
  expect((await checkTransfers(ctx)).filter(({ kind }) => kind === 'list-drift')).toEqual([])
  expect(await Array.fromAsync(eachReceivedTransfer(ctx.db, reader.actor.account.id))).toEqual([])
  expect(await kindsOf(op._id)).toEqual([`scheduled ${sendLater.localTime} Europe/Berlin`])
  const [listed] = await readListed(ctx.db, { readerId: who.actor.account.id }, [op._id])
  if (!listed) throw new Error('It is not listed')
  expect(presentListedTransfer(listed, null)).toMatchObject({ state: 'scheduled', isUnseen: false, isExpiring: false })
  expect(await sendTransferEmail(ctx, who.actor, { slug: op.slug })).toBe(0)
  await sendScheduled(ctx, { transferId: op._id })
  expect((await rowOf(op._id)).sends_at).not.toBeNull()
})

test('goes out once at its hour, with two processes and the check for lost jobs', async () => {
  const id = await schedule(await make())
  await makeDue(id)
  await Promise.all([ctx, other, ctx, other].map((one) => sendScheduled(one, { transferId: id })))
  await Promise.all([sendOverdue(ctx), sendOverdue(other)])
  const row = await rowOf(id)
  expect(row).toMatchObject({ sends_at: null, sends_local: null, sends_zone: null, unsent_because: null })
  expect((row.expires_at?.getTime() ?? 0) - row.sent_at.getTime()).toBe(604_800_000)
  expect(await kindsOf(id)).toEqual([`scheduled ${sendLater.localTime} Europe/Berlin`, 'sent scheduled'])
  expect(await jobsOf(id, 'tell-recipients')).toHaveLength(1)
  expect(await receivedBy(id)).toEqual([true])
  expect(await findStandingTransfer(ctx.db, id)).not.toBeNull()
})

test('the check sends what the queue has lost', async () => {
  const id = await schedule(await make(), { expirySeconds: 3_153_600_000 })
  await makeDue(id)
  await sendOverdue(ctx)
  expect(await rowOf(id)).toMatchObject({ sends_at: null, expires_at: null })
})

describe('until then its sender', () => {
  test('changes the time, and the expiry still counts from the sending', async () => {
    const who = await make()
    const id = await schedule(who)
    const later = { localTime: localTime(9), timeZone: 'America/New_York' }
    await edit(who, id, { sendLater: later, expirySeconds: 2_629_746 })
    const row = await rowOf(id)
    expect(row).toMatchObject({ sends_local: later.localTime, sends_zone: later.timeZone, expires_at: null })
    expect(await jobsOf(id, 'send-scheduled')).toEqual([row.sends_at?.getTime()])
    const tooEarly = { title: 'Order', sendLater: { ...later, localTime: '2020-01-01T09:00' } }
    await expect(edit(who, id, tooEarly)).rejects.toThrow('send-time-refused')
    expect(await rowOf(id)).toMatchObject({ title: 'Offer' })
    await makeDue(id)
    await sendScheduled(ctx, { transferId: id })
    const sent = await rowOf(id)
    expect((sent.expires_at?.getTime() ?? 0) - sent.sent_at.getTime()).toBe(2_629_746_000)
  })

  test('sends it now, once', async () => {
    const who = await make()
    const id = await schedule(who)
    await edit(who, id, { sendLater: null })
    expect(await rowOf(id)).toMatchObject({ sends_at: null })
    expect(await kindsOf(id)).toEqual([`scheduled ${sendLater.localTime} Europe/Berlin`, 'sent'])
    for (const again of [null, sendLater]) {
      await expect(edit(who, id, { title: 'Order', sendLater: again })).rejects.toThrow('already-sent')
    }
    expect(await rowOf(id)).toMatchObject({ title: 'Offer' })
  })

  test('asks to mail a link, and that mail counts on the day on which it leaves', async () => {
    const who = await make()
    const id = await schedule(who, { sendAs: 'link' })
    const { slug } = await rowOf(id)
    const counted = async () => (await readDayMails(ctx.db, await requireStanding(ctx.db, who.actor.account.id))).used
    expect(await sendTransferEmail(ctx, who.actor, { slug, recipients: ['asha@rao-forge.example'] })).toBe(1)
    expect(await counted()).toBe(0)
    await makeDue(id)
    await sendScheduled(ctx, { transferId: id })
    expect(await counted()).toBe(1)
    await tellRecipients(ctx, { transferId: id })
    const mails = (await queuedMails(ctx)).filter(({ facts }) => (facts as { slug: string }).slug === slug)
    expect(mails).toMatchObject([{ template: 'files-arrived', to: 'asha@rao-forge.example' }])
  })

  test('shares it with a colleague, whose team hears of it and sees it in order once it is sent', async () => {
    const [who, colleague] = [await make(), await make()]
    const { workspaceId } = who.actor.account
    const shareWithId = colleague.actor.account.id
    await moveInto(ctx.db, shareWithId, sql`${workspaceId}`)
    const id = await schedule(who, { shareWith: [{ shareWithId }] })
    const { slug } = await rowOf(id)
    const heard = async () =>
      (await sql`select from team_events where slug = ${slug} and kind = 'sent'`.execute(ctx.db)).rows.length
    expect(await heard()).toBe(0)
    await makeDue(id)
    await sendScheduled(ctx, { transferId: id })
    expect(await heard()).toBe(1)
    const shared = ctx.db.selectFrom('transfer_shares').select('sent_at').where('transfer_id', '=', id)
    expect(await shared.executeTakeFirst()).toEqual({ sent_at: (await rowOf(id)).sent_at })
  })

  test('deletes it, and it never goes out', async () => {
    const who = await make()
    const id = await schedule(who)
    await deleteTransfers(ctx, who.actor.account.id, [id], who.actor)
    await makeDue(id)
    await sendScheduled(ctx, { transferId: id })
    await sendOverdue(ctx)
    expect(await kindsOf(id)).toEqual([`scheduled ${sendLater.localTime} Europe/Berlin`])
    expect(await jobsOf(id, 'tell-recipients')).toEqual([])
  })
})

test('is accepted on a day on which no more mails can leave', async () => {
  const who = await make({ role: 'free', isNew: true })
  const sender = accountSender(await requireStanding(ctx.db, who.actor.account.id), null)
  const people = Array.from({ length: 50 }, (_, nth) => `person-${nth}@mill.example`)
  await ctx.db.transaction().execute((tx) => countMails(tx, sender, people))
  await expect(planned(ctx, who, files())).rejects.toThrow('sending-paused')
  expect(await rowOf(await schedule(who))).toMatchObject({ sends_local: sendLater.localTime })
})

describe('is not sent, and its sender learns why once', () => {
  const people = Array.from({ length: 12 }, (_, nth) => ({ email: `person-${nth}@plant.example` }))
  test.each<[string, object, (who: AccountSender) => Promise<unknown>]>([
    ['account-suspended', {}, (who) => changeAccount(ctx.db, who.actor.account.id, { suspended_at: new Date() })],
    ['subscription-due', {}, (who) => changeAccount(ctx.db, who.actor.account.id, { subscription: 'unpaid' })],
    [
      'storage-full',
      {},
      ({ actor }) =>
        sql`update allowances set used_bytes = 9000000000000000
          where key = ${workspaceKey(actor.account.workspaceId)}`.execute(ctx.db),
    ],
    [
      'too-many-recipients',
      { emailTo: people },
      (who) => changeAccount(ctx.db, who.actor.account.id, { role: 'free' }),
    ],
    [
      'expiry-reserved',
      { expirySeconds: 2_629_746 },
      (who) => changeAccount(ctx.db, who.actor.account.id, { role: 'free' }),
    ],
  ])('%s', async (because, more, spoil) => {
    const who = await make()
    const id = await schedule(who, more)
    const { slug } = await rowOf(id)
    await spoil(who)
    await makeDue(id)
    await Promise.all([ctx, other].map((one) => sendScheduled(one, { transferId: id })))
    await sendOverdue(ctx)
    expect(await rowOf(id)).toMatchObject({ unsent_because: because, sends_local: sendLater.localTime })
    expect(await findStandingTransfer(ctx.db, id)).toBeNull()
    expect(await kindsOf(id)).toEqual([`scheduled ${sendLater.localTime} Europe/Berlin`, `unsent ${because}`])
    const mails = (await queuedMails(ctx)).filter(({ facts }) => (facts as { slug: string }).slug === slug)
    expect(mails).toMatchObject([
      { template: 'not-sent', to: who.address, facts: { name: 'Offer', others: 0, ...sendLater, because } },
    ])
    const { rows } = await sql`
      select from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
      where t.identifier = 'notify' and j.payload ->> 'transferId' = ${id}`.execute(ctx.db)
    expect(rows).toHaveLength(1)
  })

  test('and sends it by hand once that is solved', async () => {
    const who = await make()
    const id = await schedule(who)
    await changeAccount(ctx.db, who.actor.account.id, { subscription: 'unpaid' })
    await makeDue(id)
    await sendScheduled(ctx, { transferId: id })
    await expect(edit(who, id, { sendLater: null })).rejects.toThrow('subscription-due')
    expect(await rowOf(id)).toMatchObject({ unsent_because: 'subscription-due' })
    await changeAccount(ctx.db, who.actor.account.id, { subscription: 'active' })
    await edit(who, id, { sendLater: null })
    expect(await rowOf(id)).toMatchObject({ sends_at: null, unsent_because: null })
  })
})

test('is not sent once its account has ended, before any job has deleted it, and nobody is mailed', async () => {
  const who = await make()
  const id = await schedule(who)
  const { slug } = await rowOf(id)
  await changeAccount(ctx.db, who.actor.account.id, { deleted_at: new Date() })
  await makeDue(id)
  await Promise.all([ctx, other].map((one) => sendScheduled(one, { transferId: id })))
  await sendOverdue(ctx)
  expect((await rowOf(id)).sends_at).not.toBeNull()
  expect(await jobsOf(id, 'tell-recipients')).toEqual([])
  expect((await queuedMails(ctx)).filter(({ facts }) => (facts as { slug: string }).slug === slug)).toEqual([])
})

test('is for accounts, within a year, and goes out at once where the upload took longer', async () => {
  const visitor = await makeSender(ctx)
  const plan = (who: typeof visitor, more: object) => planTransfer(ctx, who.actor, draftOf(who, files(), more), [])
  await expect(plan(visitor, { sendLater })).rejects.toThrow('unauthenticated')
  const who = await make({ role: 'free' })
  await expect(plan(who, { sendLater: { ...sendLater, localTime: localTime(400) } })).rejects.toThrow(
    'send-time-refused',
  )
  await expect(plan(who, { sendLater: { ...sendLater, timeZone: 'Mars/Olympus' } })).rejects.toThrow('invalid-input')
  await expect(planned(ctx, who, files(), { sendLater })).resolves.toBeDefined()
  const made = await uploaded(ctx, who, [testFile('b.pdf', 100)], { sendLater })
  await sql`update drafts set send_local = '2026-01-01T09:00' where upload_id = ${made.upload}`.execute(ctx.db)
  const op = await completeTransfer(ctx, who.actor, { upload: made.upload, token: made.token })
  expect(op.sendLater).toBeNull()
  expect(await kindsOf(op._id)).toEqual(['sent'])
})
