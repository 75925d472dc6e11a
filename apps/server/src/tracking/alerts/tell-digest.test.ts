import type { AlertMode } from '@waybill/contract/tracking/alerts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestContext, type TestContext } from '#test/app/test-context'
import { insertAccount, peopleOf } from '#test/transfers/alerted'
import { addPastEvent } from '#test/transfers/ledgers'
import { insertTransfer, queuedMails, type Tracked, type TrackedOptions } from '#test/transfers/tracked-transfer'
import type { MailFacts } from '../../platform/mail-transport/index.ts'
import { lastEight } from '../reminders/last-eight.ts'
import { startDigests, tellDigest } from './tell-digest.ts'

let ctx: TestContext
let close: () => Promise<void>
beforeAll(async () => {
  ;({ ctx, close } = await openTestContext({ PUBLIC_URL: 'https://files.example.com' }))
})
beforeEach(async () => {
  await ctx.db.deleteFrom('mails').execute()
})
afterAll(() => close())

const files = [
  { path: 'a.dwg', bytes: 1_000 },
  { path: 'b.dwg', bytes: 2_000 },
]
const zone = 'Asia/Kolkata'

async function owner(alerts: AlertMode = 'digest') {
  const account = await insertAccount(ctx, { alerts, timeZone: zone, language: 'zh' })
  const send = (options: TrackedOptions = {}) => insertTransfer(ctx, { accountId: account.id, files, ...options })
  return { ...account, send, tell: () => tellDigest(ctx, { accountId: account.id }) }
}

/** Minutes after eight this morning in India, or before it if negative. */
const beforeEight = (minutes: number) => {
  const now = ctx.clock.nowMs()
  return Math.ceil((now - lastEight(new Date(now), zone).getTime()) / 60_000) + minutes
}
const happen = ({ transferId, recipientIds, fileIds }: Tracked, kind: string, minutesAgo: number, who = 0, file = 0) =>
  addPastEvent(ctx.db, {
    transferId,
    recipientId: recipientIds[who] ?? null,
    fileId: kind === 'opened' || kind === 'stalled' ? null : (fileIds[file] ?? null),
    kind,
    country: 'IN',
    city: 'Bengaluru',
    timeZone: zone,
    minutesAgo,
  })
const jobs = async () =>
  (
    await sql<{ key: string }>`select key from graphile_worker.jobs where task_identifier = 'tell-digest'`.execute(
      ctx.db,
    )
  ).rows.map(({ key }) => key)

test('reports once, by transfer and person, what people did up to eight', async () => {
  const { email, send, tell } = await owner()
  const [first, second, quiet] = [await send({ recipients: peopleOf(2) }), await send(), await send()]
  await sql`update transfers set title = 'Housing' where id = ${first.transferId}`.execute(ctx.db)
  await happen(first, 'opened', beforeEight(300))
  await happen(first, 'finished', beforeEight(290))
  await happen(first, 'finished', beforeEight(280), 0, 1)
  await happen(first, 'opened', beforeEight(270), 1)
  await happen(first, 'stalled', beforeEight(260), 1)
  await happen(second, 'opened', beforeEight(100))
  await happen(second, 'finished', 0)
  await addPastEvent(ctx.db, {
    transferId: quiet.transferId,
    recipientId: null,
    kind: 'edited',
    minutesAgo: beforeEight(9),
  })
  await Promise.all([tell(), tell()])
  await tell()
  const [mail, ...others] = await queuedMails(ctx)
  expect(others).toEqual([])
  expect(mail).toMatchObject({ template: 'digest', to: email, language: 'zh' })
  expect(mail).toHaveProperty('muteLink', expect.stringContaining('https://files.example.com/mute/'))
  const place = { country: 'IN', city: 'Bengaluru', timeZone: zone }
  const person = { finishedCount: 0, hasRepeated: false, isStalled: false, at: place, hasOpened: true }
  expect(mail?.facts).toMatchObject({
    readerTimeZone: zone,
    transferCount: 2,
    link: 'https://files.example.com/dash/transfers',
    transfers: [
      { slug: second.slug, title: null, fileName: 'a.dwg', fileCount: 2, personCount: 1, people: [person] },
      {
        slug: first.slug,
        title: 'Housing',
        personCount: 2,
        people: [
          { ...person, recipient: 'person-1@rao-forge.example', isStalled: true },
          { ...person, recipient: 'person-0@rao-forge.example', finishedCount: 2 },
        ],
      },
    ],
  })
})

test('reports an entry that was saved too late with the next day, and an archive with all its files', async () => {
  const { id, send, tell } = await owner()
  const sent = await send()
  await happen(sent, 'opened', beforeEight(30 * 60))
  await tell()
  await sql`update accounts set digested_at = digested_at - interval '1 day' where id = ${id}`.execute(ctx.db)
  const minutesAgo = beforeEight(25 * 60)
  const late = { transferId: sent.transferId, recipientId: sent.recipientIds[0] ?? null, kind: 'finished', minutesAgo }
  const rests = { evidence: 'sent-by-proxy', doubtBytes: 9 } as const
  await addPastEvent(ctx.db, { ...late, ...rests, files: sent.fileIds, lateMs: 2 * 3_600_000 })
  await addPastEvent(ctx.db, { ...late, fileId: sent.fileIds[0] ?? '' })
  await tell()
  const told = (await queuedMails(ctx)).map(({ facts }) => facts as MailFacts['digest'])
  expect(told.map(({ transfers }) => transfers[0]?.people[0])).toMatchObject([
    { finishedCount: 0, evidence: null, doubtBytes: 0 },
    { finishedCount: 2, ...rests },
  ])
})

test('reports the next morning what followed, and nothing where nothing did', async () => {
  const { id, send, tell } = await owner()
  const sent = await send()
  await happen(sent, 'opened', beforeEight(30 * 60))
  await tell()
  const yesterday = sql`digested_at - interval '1 day'`
  await sql`update accounts set digested_at = ${yesterday} where id = ${id}`.execute(ctx.db)
  await tell()
  expect(await queuedMails(ctx)).toHaveLength(1)
  await sql`update accounts set digested_at = ${yesterday} where id = ${id}`.execute(ctx.db)
  await happen(sent, 'finished', beforeEight(60))
  await tell()
  const [, mail] = await queuedMails(ctx)
  expect(mail?.facts).toMatchObject({ transfers: [{ people: [{ hasOpened: false, finishedCount: 1 }] }] })
})

test('reports only what was chosen, from then on, and no machines', async () => {
  const { send, tell } = await owner('finished')
  const [plain, daily, muted] = [await send(), await send({ alerts: 'digest' }), await send({ alerts: 'none' })]
  for (const sent of [plain, daily, muted]) await happen(sent, 'opened', beforeEight(60))
  await addPastEvent(ctx.db, {
    ...daily,
    recipientId: daily.recipientIds[0] ?? '',
    kind: 'finished',
    actorKind: 'bot',
    reason: 'crawler',
    minutesAgo: beforeEight(50),
  })
  await tell()
  const mails = await queuedMails(ctx)
  expect(mails).toHaveLength(1)
  expect(mails[0]?.facts).toMatchObject({ transfers: [{ slug: daily.slug, people: [{ finishedCount: 0 }] }] })

  const late = await owner()
  await happen(await late.send(), 'opened', beforeEight(60))
  await sql`update accounts set alerts_since = now() where id = ${late.id}`.execute(ctx.db)
  await late.tell()
  expect(await queuedMails(ctx)).toHaveLength(1)
})

test('marks a repeated download', async () => {
  const { send, tell } = await owner()
  const sent = await send()
  await happen(sent, 'finished', beforeEight(40 * 60))
  await tell()
  await sql`update accounts set digested_at = digested_at - interval '1 day'`.execute(ctx.db)
  await happen(sent, 'delivered', beforeEight(10))
  await sql`update events set bytes = 1000, detail = 'again' where transfer_id = ${sent.transferId} and kind = 'delivered'`.execute(
    ctx.db,
  )
  await tell()
  const [, mail] = await queuedMails(ctx)
  expect(mail?.facts).toMatchObject({ transfers: [{ people: [{ hasRepeated: true, finishedCount: 0 }] }] })
})

test('names everybody in many transfers with many people', async () => {
  const { send, tell } = await owner()
  const sent = await send({ recipients: peopleOf(30) })
  for (let who = 0; who < 30; who += 1) await happen(sent, 'opened', beforeEight(200 - who), who)
  for (let nth = 0; nth < 21; nth += 1) await happen(await send(), 'opened', beforeEight(30 - nth))
  await happen(sent, 'finished', beforeEight(1))
  await tell()
  const [mail] = await queuedMails(ctx)
  const facts = mail?.facts as unknown as MailFacts['digest'] | undefined
  const [first] = facts?.transfers ?? []
  expect([facts?.transferCount, facts?.transfers.length]).toEqual([22, 22])
  expect([first?.personCount, first?.people.length]).toEqual([30, 30])
})

test('finds accounts that want a digest of anything, unless their day was reported', async () => {
  const [daily, other, told, gone] = [await owner(), await owner('finished'), await owner(), await owner()]
  await other.send({ alerts: 'digest' })
  await told.tell()
  await ctx.db
    .updateTable('accounts')
    .set({ deleted_at: new Date(0) })
    .where('id', '=', gone.id)
    .execute()
  const never = await owner('every')
  await startDigests(ctx)
  await startDigests(ctx)
  const found = await jobs()
  const keyOf = ({ id }: { id: string }) => `tell-digest/${id}`
  expect(found).toEqual(expect.arrayContaining([keyOf(daily), keyOf(other)]))
  for (const account of [told, gone, never]) expect(found).not.toContain(keyOf(account))
  expect(new Set(found).size).toBe(found.length)
})
