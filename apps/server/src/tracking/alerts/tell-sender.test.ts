import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { openTestContext, type TestContext } from '#test/app/test-context'
import { putAccount } from '#test/people/put-account'
import { addPastEvent } from '#test/transfers/ledgers'
import {
  insertDelivery,
  insertTransfer,
  queuedMails,
  type Tracked,
  type TrackedOptions,
} from '#test/transfers/tracked-transfer'
import { workspaceOf } from '../../platform/database/workspace-of.ts'
import { tellSender } from './tell-sender.ts'

const closers: Array<() => Promise<void>> = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

const bengaluru = { country: 'IN', city: 'Bengaluru', timeZone: 'Asia/Kolkata' }

interface Scene {
  ctx: TestContext
  sent: Tracked
  recipientId: string
  /** All bytes of the files, or some of one. */
  deliver(file: number, bytes: number, options?: { isFinished?: boolean; minutesAgo?: number }): Promise<void>
  tell(kind: 'finished' | 'stopped'): Promise<void>
}

async function context(options: TrackedOptions = {}): Promise<Scene> {
  const { ctx, close } = await openTestContext()
  closers.push(close)
  const files = [
    { path: 'a.dwg', bytes: 1_000 },
    { path: 'b.dwg', bytes: 2_000 },
  ]
  const sent = await insertTransfer(ctx, { files, senderTimeZone: 'Asia/Hong_Kong', ...options })
  const recipientId = sent.recipientIds[0] ?? ''
  return {
    ctx,
    sent,
    recipientId,
    deliver: (file, bytes, more = {}) =>
      insertDelivery(ctx, sent, recipientId, sent.fileIds[file] ?? '', { bytes, at: bengaluru, ...more }),
    tell: (kind) => tellSender(ctx, { recipientId, kind }),
  }
}

const templatesOf = async (ctx: TestContext) => (await queuedMails(ctx)).map(({ template }) => template)

async function nextLook(ctx: TestContext): Promise<number[]> {
  const { rows } = await sql<{ seconds: number }>`
    select extract(epoch from run_at - now())::float8 as seconds from graphile_worker.jobs
    where task_identifier = 'tell-sender'`.execute(ctx.db)
  return rows.map(({ seconds }) => seconds)
}

describe('finished', () => {
  test('one mail with names, times, zones and the place, however often it is told', async () => {
    const { ctx, sent, deliver, tell } = await context()
    await deliver(0, 1_000, { isFinished: true, minutesAgo: 3 })
    await deliver(1, 2_000, { isFinished: true })
    await Promise.all(Array.from({ length: 5 }, () => tell('finished')))
    await tell('finished')
    const [mail, ...others] = await queuedMails(ctx)
    expect(others).toEqual([])
    expect(mail).toMatchObject({ template: 'downloads-finished', to: 'ada@lovelace.example', language: 'en' })
    expect(mail?.facts).toMatchObject({
      recipient: 'asha@rao-forge.example',
      slug: sent.slug,
      fileCount: 2,
      senderTimeZone: 'Asia/Hong_Kong',
      files: [
        { path: 'a.dwg', bytes: 1_000, at: bengaluru },
        { path: 'b.dwg', bytes: 2_000, at: bengaluru },
      ],
    })
  })

  test('says on what it rests: what says least of the files that stand, and all that is in doubt', async () => {
    const { ctx, sent, deliver, tell } = await context()
    await deliver(0, 1_000, { isFinished: true })
    await deliver(1, 2_000, { isFinished: true })
    const rests = (file: number, evidence: string, doubt: number) =>
      sql`update events set evidence = ${evidence}, doubt_bytes = ${doubt}
        where file_id = ${sent.fileIds[file]} and kind = 'finished'`.execute(ctx.db)
    await rests(0, 'received', 7)
    await rests(1, 'handed-over', 5)
    await tell('finished')
    const [mail] = await queuedMails(ctx)
    expect(mail?.facts).toMatchObject({ evidence: 'handed-over', doubtBytes: 12 })
  })

  test('says nothing of what it rests on where an entry does not', async () => {
    const { ctx, sent, deliver, tell } = await context()
    await deliver(0, 1_000, { isFinished: true })
    await deliver(1, 2_000, { isFinished: true })
    await sql`update events set evidence = 'received' where file_id = ${sent.fileIds[0]}`.execute(ctx.db)
    await tell('finished')
    expect((await queuedMails(ctx))[0]?.facts).toMatchObject({ evidence: null, doubtBytes: 0 })
  })

  test('is not told while a file is missing', async () => {
    const { ctx, deliver, tell } = await context()
    await deliver(0, 1_000, { isFinished: true })
    await tell('finished')
    await deliver(1, 1_999)
    await tell('finished')
    expect(await queuedMails(ctx)).toEqual([])
    await deliver(1, 2_000, { isFinished: true })
    await tell('finished')
    expect(await templatesOf(ctx)).toEqual(['downloads-finished'])
  })

  test('an empty file is waited for, a withdrawn one is not', async () => {
    const files = [
      { path: 'a.dwg', bytes: 1_000 },
      { path: 'empty.txt', bytes: 0 },
      { path: 'damaged.dwg', bytes: 9 },
    ]
    const { ctx, sent, deliver, tell } = await context({ files })
    await tell('finished')
    await deliver(0, 1_000, { isFinished: true })
    await ctx.db
      .updateTable('files')
      .set({ withdrawn_at: new Date() })
      .where('id', '=', sent.fileIds[2] ?? '')
      .execute()
    await tell('finished')
    expect(await queuedMails(ctx)).toEqual([])
    await deliver(1, 0, { isFinished: true })
    await tell('finished')
    const [mail] = await queuedMails(ctx)
    expect(mail?.facts).toMatchObject({ fileCount: 2, files: [{ path: 'a.dwg' }, { path: 'empty.txt' }] })
  })

  test('each recipient is told of alone', async () => {
    const { ctx, sent, deliver, tell } = await context({
      recipients: [{ address: 'asha@rao.example' }, { address: 'bo@li.example' }],
    })
    await deliver(0, 1_000, { isFinished: true })
    await deliver(1, 2_000, { isFinished: true })
    await tell('finished')
    await tellSender(ctx, { recipientId: sent.recipientIds[1] ?? '', kind: 'finished' })
    expect((await queuedMails(ctx)).map(({ facts }) => (facts as { recipient: string }).recipient)).toEqual([
      'asha@rao.example',
    ])
  })

  test('nobody is told of a deleted transfer, or at an address nobody proved', async () => {
    const unproven = await context({ senderProven: false })
    const deleted = await context()
    await deleted.ctx.db.updateTable('transfers').set({ deleted_at: new Date() }).execute()
    for (const { ctx, deliver, tell } of [unproven, deleted]) {
      await deliver(0, 1_000, { isFinished: true })
      await deliver(1, 2_000, { isFinished: true })
      await tell('finished')
      expect(await queuedMails(ctx)).toEqual([])
    }
  })

  test('where machines looked is not where the recipient is', async () => {
    const { ctx, sent, recipientId, deliver, tell } = await context()
    await deliver(0, 1_000, { isFinished: true, minutesAgo: 2 })
    await deliver(1, 2_000, { isFinished: true, minutesAgo: 2 })
    const scanner = { actorKind: 'bot', reason: 'scanner', country: 'US', kind: 'visited' } as const
    await addPastEvent(ctx.db, { transferId: sent.transferId, recipientId, ...scanner })
    await tell('finished')
    const [mail] = await queuedMails(ctx)
    expect(JSON.stringify(mail?.facts)).not.toContain('"US"')
  })
})

describe('as the sender chose', () => {
  const outcomes: Array<[TrackedOptions['alerts'], string[]]> = [
    ['finished', ['download-stopped', 'downloads-finished']],
    ['opened', ['download-stopped', 'downloads-finished']],
    ['every', ['download-stopped', 'downloads-finished']],
    ['digest', []],
    ['none', []],
  ]
  test.each(outcomes)('%s', async (alerts, expected) => {
    const { ctx, deliver, tell } = await context({ alerts })
    await deliver(0, 10, { minutesAgo: 61 })
    await tell('stopped')
    await deliver(0, 1_000, { isFinished: true })
    await deliver(1, 2_000, { isFinished: true })
    await tell('finished')
    expect((await templatesOf(ctx)).sort()).toEqual(expected)
  })

  test('the account’s choice holds where the transfer has none of its own, at the moment the mail would go', async () => {
    const { ctx, sent, deliver, tell } = await context()
    const account = { id: 'ada', email: 'ada@lovelace.example', password_hash: '', alert_mode: 'none' } as const
    await putAccount(ctx.db, account)
    const own = (change: object) =>
      ctx.db.updateTable('transfers').set(change).where('id', '=', sent.transferId).execute()
    await own({ account_id: 'ada', workspace_id: workspaceOf('ada') })
    await deliver(0, 1_000, { isFinished: true })
    await deliver(1, 2_000, { isFinished: true })
    await tell('finished')
    expect(await queuedMails(ctx)).toEqual([])
    await own({ alert_mode: 'finished' })
    await tell('finished')
    expect(await templatesOf(ctx)).toEqual(['downloads-finished'])
  })
})

describe('stopped', () => {
  test('an hour without a byte is told once', async () => {
    const { ctx, deliver, tell } = await context()
    await deliver(0, 1_000, { isFinished: true, minutesAgo: 90 })
    await deliver(1, 500, { minutesAgo: 61 })
    await Promise.all(Array.from({ length: 4 }, () => tell('stopped')))
    await tell('stopped')
    const [mail, ...others] = await queuedMails(ctx)
    expect(others).toEqual([])
    expect(mail).toMatchObject({ template: 'download-stopped', to: 'ada@lovelace.example' })
    expect(mail?.facts).toMatchObject({
      finishedCount: 1,
      fileCount: 2,
      unfinishedCount: 1,
      deliveredBytes: 1_500,
      totalBytes: 3_000,
      files: [{ path: 'b.dwg', bytes: 2_000, deliveredBytes: 500 }],
      at: bengaluru,
    })
  })

  test('the place is where the last byte went, though the server noticed the stall since', async () => {
    const { ctx, sent, recipientId, deliver, tell } = await context()
    await deliver(1, 500, { minutesAgo: 61 })
    await addPastEvent(ctx.db, { transferId: sent.transferId, recipientId, kind: 'stalled', minutesAgo: 51 })
    await tell('stopped')
    const [mail] = await queuedMails(ctx)
    expect(mail?.facts).toMatchObject({ at: bengaluru })
  })

  test('while bytes still flow it looks again when the hour is over', async () => {
    const { ctx, deliver, tell } = await context()
    await deliver(1, 500, { minutesAgo: 20 })
    await tell('stopped')
    await tell('stopped')
    expect(await queuedMails(ctx)).toEqual([])
    const looks = await nextLook(ctx)
    expect(looks).toHaveLength(1)
    expect(looks[0]).toBeGreaterThan(2_300)
    expect(looks[0]).toBeLessThan(2_460)
  })

  test('never after finished, never when nothing was fetched', async () => {
    const { ctx, deliver, tell } = await context()
    await tell('stopped')
    await deliver(0, 1_000, { isFinished: true, minutesAgo: 90 })
    await deliver(1, 2_000, { isFinished: true, minutesAgo: 90 })
    await tell('stopped')
    await tell('finished')
    await tell('stopped')
    expect(await templatesOf(ctx)).toEqual(['downloads-finished'])
    expect(await nextLook(ctx)).toEqual([])
  })

  test('who stopped may still finish, and that is told too', async () => {
    const { ctx, deliver, tell } = await context()
    await deliver(0, 10, { minutesAgo: 61 })
    await tell('stopped')
    await deliver(0, 1_000, { isFinished: true })
    await deliver(1, 2_000, { isFinished: true })
    await tell('finished')
    await tell('stopped')
    expect((await templatesOf(ctx)).sort()).toEqual(['download-stopped', 'downloads-finished'])
  })
})
