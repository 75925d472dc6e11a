import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openTestContext, type TestContext } from '#test/app/test-context'
import { GuardedLinks, grant, unlock } from '#test/transfers/guarded-links'
import { insertDelivery, insertTransfer, type Tracked } from '#test/transfers/tracked-transfer'
import { newId } from '../../platform/ids.ts'
import { checkLedgers } from '../ledger/index.ts'
import { noteExpired } from './note-expired.ts'
import { noteMail } from './note-mail.ts'
import { noteStall } from './note-stall.ts'

const kindsOf = async (db: TestContext['db'], transferId: string) =>
  (await db.selectFrom('events').selectAll().where('transfer_id', '=', transferId).orderBy('place').execute()).map(
    ({ kind, detail }) => (detail === null ? kind : `${kind} ${detail}`),
  )

describe('records of the server', () => {
  let ctx: TestContext
  let close: () => Promise<void>
  beforeAll(async () => {
    ;({ ctx, close } = await openTestContext())
  })
  afterEach(async () => expect(await checkLedgers(ctx)).toEqual([]))
  afterAll(() => close())

  const recipientOf = ({ recipientIds: [id = ''] }: Tracked) => id
  const insertMail = async (recipientId: string | null, row: object) => {
    const id = newId()
    const mail = { id, message_id: id, template: 'files-arrived', recipient_id: recipientId }
    await ctx.db
      .insertInto('mails')
      .values({ ...mail, ...row })
      .execute()
    return id
  }

  test.each([
    ['taken', { accepted_at: new Date() }, ['mailed']],
    [
      'refused',
      { refused_at: new Date(), given_up_at: new Date(), last_error: '550 5.1.1 <asha@x.example> unknown' },
      ['bounced 550 5.1.1'],
    ],
    [
      'refused in words',
      { refused_at: new Date(), given_up_at: new Date(), last_error: 'no such mailbox' },
      ['bounced'],
    ],
    ['withdrawn', { given_up_at: new Date(), last_error: 'Withdrawn by the sender' }, []],
    ['not gone out yet', {}, []],
  ])('records once that a mail was %s', async (_what, row, expected) => {
    const sent = await insertTransfer(ctx)
    const mailId = await insertMail(recipientOf(sent), row)
    await Promise.all([noteMail(ctx, { mailId }), noteMail(ctx, { mailId })])
    await noteMail(ctx, { mailId })
    expect(await kindsOf(ctx.db, sent.transferId)).toEqual(expected)
  })

  test('records a download that stalls for ten minutes, once until it moves again', async () => {
    const sent = await insertTransfer(ctx, {
      files: [
        { path: 'a', bytes: 1_000 },
        { path: 'b', bytes: 1_000 },
      ],
    })
    const recipientId = recipientOf(sent)
    await insertDelivery(ctx, sent, recipientId, sent.fileIds[0] ?? '', { bytes: 400, minutesAgo: 9 })
    await noteStall(ctx, { recipientId })
    expect(await kindsOf(ctx.db, sent.transferId)).toEqual(['begun'])
    expect(await dueIn(`note-stall/${recipientId}`)).toBeCloseTo(60, -1)

    await sql`update deliveries set changed_at = now() - interval '11 minutes' where recipient_id = ${recipientId}`.execute(
      ctx.db,
    )
    await noteStall(ctx, { recipientId })
    await noteStall(ctx, { recipientId })
    expect(await kindsOf(ctx.db, sent.transferId)).toEqual(['begun', 'stalled'])
    expect(await dueIn(`tell-sender/stopped/${recipientId}`)).toBeCloseTo(49 * 60, -2)
  })

  test('records nothing where every file is complete, or none was begun', async () => {
    const [whole, untouched] = [await insertTransfer(ctx), await insertTransfer(ctx)]
    const done = { bytes: 1_000, isFinished: true, minutesAgo: 30 }
    await insertDelivery(ctx, whole, recipientOf(whole), whole.fileIds[0] ?? '', done)
    for (const sent of [whole, untouched]) await noteStall(ctx, { recipientId: recipientOf(sent) })
    expect(await kindsOf(ctx.db, whole.transferId)).toEqual(['finished'])
    expect(await kindsOf(ctx.db, untouched.transferId)).toEqual([])
  })

  test('records no stall for a recipient with one complete file and no other begun, and reports in an hour that they stopped', async () => {
    const sent = await insertTransfer(ctx, {
      files: [
        { path: 'a', bytes: 1_000 },
        { path: 'b', bytes: 1_000 },
      ],
    })
    const recipientId = recipientOf(sent)
    const done = { bytes: 1_000, isFinished: true, minutesAgo: 11 }
    await insertDelivery(ctx, sent, recipientId, sent.fileIds[0] ?? '', done)
    await noteStall(ctx, { recipientId })
    expect(await kindsOf(ctx.db, sent.transferId)).toEqual(['finished'])
    expect(await dueIn(`tell-sender/stopped/${recipientId}`)).toBeCloseTo(49 * 60, -2)
  })

  test('records an expiry, once for each time it comes', async () => {
    const ended = await insertTransfer(ctx, { expiresAt: '2026-01-01T00:00:00Z' })
    const [running, endless] = [
      await insertTransfer(ctx, { expiresAt: '2999-01-01T00:00:00Z' }),
      await insertTransfer(ctx),
    ]
    await Promise.all([noteExpired(ctx), noteExpired(ctx)])
    await noteExpired(ctx)
    expect(await kindsOf(ctx.db, ended.transferId)).toEqual(['expired'])
    for (const { transferId } of [running, endless]) expect(await kindsOf(ctx.db, transferId)).toEqual([])
    await ctx.db
      .updateTable('transfers')
      .set({ expires_at: '2026-01-02T00:00:00Z' })
      .where('id', '=', ended.transferId)
      .execute()
    await noteExpired(ctx)
    expect(await kindsOf(ctx.db, ended.transferId)).toEqual(['expired', 'expired'])
  })

  /** Seconds until the job with this key may run. */
  async function dueIn(key: string): Promise<number> {
    const { rows } = await sql<{ seconds: number }>`
      select extract(epoch from run_at - now())::float8 as seconds from graphile_worker._private_jobs
      where key = ${key}`.execute(ctx.db)
    return rows[0]?.seconds ?? Number.NaN
  }
})

describe('what people do with a link', () => {
  let links: GuardedLinks
  beforeAll(async () => {
    links = await GuardedLinks.open()
  })
  afterAll(() => links?.close())

  const firefox = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' }
  const safari = {
    'user-agent':
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 15_0) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15',
  }

  test('records a personal link in another network and on another device as probably forwarded, once for each', async () => {
    const { id, link } = await links.send()
    await links.app.passTime(10_000)
    const [asha, other] = [links.stranger(), links.stranger()]
    const open = (person: typeof asha, headers: Record<string, string>) =>
      person.call('reportOpened', { body: link, headers })
    await open(asha, firefox)
    await open(asha, safari)
    await open(other, safari)
    expect(await kindsOf(links.app.ctx.db, id)).not.toContain('forwarded')
    const windows = {
      'user-agent':
        'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
    }
    await open(links.stranger(), windows)
    await open(links.stranger(), windows)
    const kinds = await kindsOf(links.app.ctx.db, id)
    expect(kinds.filter((kind) => kind === 'forwarded')).toHaveLength(1)
  })

  test('records two openings of an open link from two places with the same kind of device', async () => {
    const { id, link } = await links.send('link')
    const [one, other] = [links.stranger(), links.stranger()]
    for (const person of [one, other, one, other]) await person.call('reportOpened', { body: link, headers: firefox })
    const kinds = await kindsOf(links.app.ctx.db, id)
    expect(kinds.filter((kind) => kind === 'opened')).toHaveLength(2)
  })

  test('records an address that was proven by a code', async () => {
    const { id, address, link } = await links.send()
    await links.edit(id, { onlyProven: true })
    const asha = links.stranger()
    await unlock(asha, link, { email: address })
    const { code } = await links.codeFor(address)
    await unlock(asha, link, { code })
    expect((await grant(asha, link)).status).toBe(200)
    await links.app.runJobs()
    const kinds = await kindsOf(links.app.ctx.db, id)
    expect(kinds.filter((kind) => ['edited onlyProven', 'proven code', 'opened'].includes(kind))).toEqual([
      'edited onlyProven',
      'proven code',
      'opened',
    ])
  })
})
