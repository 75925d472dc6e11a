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
  /** All bytes of the files, or some bytes of one. */
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
  test('sends one mail with names, times, zones and the place, however often it runs', async () => {
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

  test('states the weakest evidence among the current files, and everything in doubt', async () => {
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

  test('says nothing about evidence where an entry has none', async () => {
    const { ctx, sent, deliver, tell } = await context()
    await deliver(0, 1_000, { isFinished: true })
    await deliver(1, 2_000, { isFinished: true })
    await sql`update events set evidence = 'received' where file_id = ${sent.fileIds[0]}`.execute(ctx.db)
    await tell('finished')
    expect((await queuedMails(ctx))[0]?.facts).toMatchObject({ evidence: null, doubtBytes: 0 })
  })

  test('does not report while a file is missing', async () => {
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

  test('waits for an empty file, but not for a withdrawn one', async () => {
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

  test('reports each recipient separately', async () => {
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

  test('reports nothing about a deleted transfer, or to an unproven address', async () => {
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

  test("does not take a machine's place for the recipient's", async () => {
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

describe("by the sender's choice", () => {
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

  test('applies the account’s choice where the transfer has none of its own, when the mail would be sent', async () => {
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
  test('reports an hour without a byte once', async () => {
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

  test('names the place of the last byte, though the server noticed the stall later', async () => {
    const { ctx, sent, recipientId, deliver, tell } = await context()
    await deliver(1, 500, { minutesAgo: 61 })
    await addPastEvent(ctx.db, { transferId: sent.transferId, recipientId, kind: 'stalled', minutesAgo: 51 })
    await tell('stopped')
    const [mail] = await queuedMails(ctx)
    expect(mail?.facts).toMatchObject({ at: bengaluru })
  })

  test('checks again when the hour has passed while bytes are still sent', async () => {
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

  test('never reports it after finished, nor when nothing was downloaded', async () => {
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

  test('reports a recipient who finishes after all', async () => {
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
