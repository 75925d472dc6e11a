import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { until } from '#test/app/until'
import { Hooked } from '#test/http/hooked'
import { answering, HttpsReceiver, isSignedWith } from '#test/http/https-receiver'
import { tellWebhooks } from './tell-webhooks.ts'

const DAY_MS = 86_400_000

let app: TestApp
let receiver: HttpsReceiver
let quick: HttpsReceiver
let owner: Hooked
beforeAll(async () => {
  receiver = await HttpsReceiver.open()
  quick = await HttpsReceiver.open()
  for (const one of [receiver, quick]) await one.trust()
  app = await makeTestApp({ env: { WEBHOOK_ALLOW_HOSTS: `${receiver.host},${quick.host}` } })
})
beforeEach(async () => {
  owner = await Hooked.make(app)
  receiver.received.length = 0
  receiver.mostOpen = 0
  receiver.answer = answering(204)
})
afterEach(async () => {
  await sql`delete from webhooks`.execute(app.ctx.db)
  await until(() => receiver.open === 0)
})
afterAll(async () => {
  await app?.close()
  await receiver?.close()
  await quick?.close()
})

/** How many of this database's connections wait for a lock. */
async function waitsForLock(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query like '%webhooks%'`.execute(app.ctx.db)
  return rows[0]?.count ?? 0
}

describe('an event is sent', () => {
  test("signed, in the guide's format, and with nothing else", async () => {
    const hook = await owner.hook(receiver)
    const { slug, happen } = await owner.sent()
    await happen('opened', { actorKind: 'bot', reason: 'mail-scanner' })
    await happen('opened')
    await happen('stalled')
    await until(() => receiver.received.length === 1)
    await happen('finished')
    await until(() => receiver.received.length === 2)
    const [opened, finished] = receiver.received
    const place = { country: 'HK', city: 'Hong Kong' }
    const told = {
      transfer: { slug },
      recipient: { id: expect.any(String), email: 'asha@rao-forge.example' },
      request: null,
      supplier: null,
      upload: null,
      place,
      device: 'Firefox on Linux',
    }
    const at = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/)
    expect(JSON.parse(opened?.body ?? '')).toEqual({
      ...told,
      id: opened?.id,
      kind: 'opened',
      at,
      file: null,
      delivery: null,
    })
    expect(JSON.parse(finished?.body ?? '')).toEqual({
      ...told,
      id: finished?.id,
      kind: 'finished',
      at,
      file: { name: 'a.txt', count: 2 },
      delivery: { evidence: 'handed-over', doubtBytes: 5 },
    })
    for (const one of receiver.received) {
      expect(one.body).not.toMatch(/47\.75|ben@|whsec_/)
      expect(isSignedWith(hook.secret, one)).toBe(true)
      expect(isSignedWith(`${hook.secret}x`, one)).toBe(false)
    }
    expect(finished).toMatchObject({
      kind: 'finished',
      headers: { 'content-type': 'application/json; charset=utf-8', 'user-agent': 'Waybill-Webhooks' },
    })
    await owner.rests(hook, 'taken')
    expect(await owner.log(hook)).toMatchObject([
      { _id: finished?.id, kind: 'finished', slug, state: 'taken', status: 204, attempts: 1, nextAt: null },
      { _id: opened?.id, kind: 'opened' },
    ])
    expect((await owner.shown(hook)).lastTakenAt).not.toBeNull()
  })

  test('once to each webhook that wants it, however often the job runs', async () => {
    const both = await owner.hook(receiver)
    const other = await owner.hook(receiver, ['bounced'])
    const { id, happen } = await owner.sent()
    await happen('opened')
    await until(() => receiver.received.length === 1)
    await Promise.all([1, 2, 3].map(() => tellWebhooks(app.ctx, { transferId: id, from: 1, to: 1_000 })))
    await app.runJobs()
    expect(await owner.log(both)).toHaveLength(1)
    expect(await owner.log(other)).toEqual([])
  })

  test('to none that is paused, and none of a suspended account', async () => {
    const hook = await owner.hook(receiver)
    const { happen } = await owner.sent()
    expect((await owner.edit(hook, { isPaused: true })).body.webhook.pausedBecause).toBe('owner')
    await happen('opened')
    await app.runJobs()
    expect((await owner.person.call('testWebhook', { params: { webhook: hook.id } })).body.code).toBe('webhook-paused')
    await owner.edit(hook, { isPaused: false })
    const suspend = (at: Date | null) =>
      app.ctx.db.updateTable('accounts').set({ suspended_at: at }).where('id', '=', owner.person.accountId).execute()
    await suspend(new Date(0))
    await happen('finished')
    await app.runJobs()
    expect((await owner.person.call('testWebhook', { params: { webhook: hook.id } })).body.code).toBe(
      'account-suspended',
    )
    expect(await owner.log(hook)).toEqual([])
    await suspend(null)
    await happen('finished')
    await owner.rests(hook, 'taken')
    expect(receiver.received.map(({ kind }) => kind)).toEqual(['finished'])
  })

  test('to the others when one is deleted meanwhile', async () => {
    const [gone, left] = [await owner.hook(receiver), await owner.hook(receiver)]
    const { happen } = await owner.sent()
    await app.ctx.db.transaction().execute(async (tx) => {
      await tx.deleteFrom('webhooks').where('id', '=', gone.id).execute()
      await happen('opened')
      await until(async () => (await waitsForLock()) > 0)
    })
    await owner.rests(left, 'taken')
    expect(receiver.received).toHaveLength(1)
  })

  test('without an address that was erased meanwhile', async () => {
    receiver.answer = answering(500)
    const hook = await owner.hook(receiver)
    const { recipientId, happen } = await owner.sent()
    await happen('opened')
    await owner.tried(hook, 1)
    await app.ctx.db.updateTable('recipients').set({ address: null }).where('id', '=', recipientId).execute()
    await owner.hurry()
    await until(() => receiver.received.length === 2)
    const [first, second] = receiver.received.map(({ body }) => JSON.parse(body))
    expect([first.recipient.email, second.recipient]).toEqual(['asha@rao-forge.example', null])
    expect(second.id).toBe(first.id)
  })
})

describe('a slow receiver', () => {
  test('has at most two deliveries in progress, and delays neither jobs nor other receivers', async () => {
    const held: Array<() => void> = []
    receiver.answer = (_request, response) => void held.push(() => response.writeHead(204).end())
    const slow = await owner.hook(receiver)
    for (let i = 0; i < 6; i++) await owner.test(slow)
    await until(() => receiver.received.length === 2)
    await app.runJobs()
    const beside = await owner.hook(quick)
    await owner.test(beside)
    await owner.rests(beside, 'taken')
    expect([receiver.open, receiver.mostOpen]).toEqual([2, 2])
    for (let taken = 2; taken <= 6; taken++) {
      held.shift()?.()
      await until(() => receiver.received.length === Math.min(6, taken + 1))
    }
    for (const free of held) free()
    await until(async () => (await owner.log(slow)).every(({ state }: { state: string }) => state === 'taken'))
    expect(receiver.mostOpen).toBe(2)
    expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(6)
  })

  test('that never answers is given up and retried', async () => {
    receiver.answer = () => {}
    const hook = await owner.hook(receiver)
    const { _id } = await owner.test(hook)
    await owner.tried(hook, 1)
    expect(await owner.log(hook)).toMatchObject([{ state: 'waiting', status: null, failure: 'timeout', attempts: 1 }])
    receiver.answer = answering(204)
    expect((await owner.resend(hook, _id)).status).toBe(200)
    await owner.rests(hook, 'taken')
  })
})

test('signs with a new secret and the one before together for a day', async () => {
  const hook = await owner.hook(receiver)
  const rotate = async () => (await owner.person.call('rotateWebhookSecret', { params: { webhook: hook.id } })).body
  const { secret, webhook } = await rotate()
  expect(webhook.formerSecretUntil).not.toBeNull()
  const signers = [hook.secret, secret]
  const signedBy = async () => {
    await owner.test(hook)
    await owner.rests(hook, 'taken')
    const last = receiver.received.at(-1)
    return signers.map((one) => last !== undefined && isSignedWith(one, last))
  }
  expect(await signedBy()).toEqual([true, true])
  signers.push((await rotate()).secret)
  expect(await signedBy()).toEqual([false, true, true])
  await app.passTime(DAY_MS)
  expect(await signedBy()).toEqual([false, false, true])
  const { rows } = await sql<{ kept: string }>`select encode(secret, 'escape') as kept from webhooks`.execute(
    app.ctx.db,
  )
  for (const { kept } of rows) expect(kept).not.toContain('whsec_')
})

test('logs that deliveries beyond a thousand an hour were not sent', async () => {
  const hook = await owner.hook(receiver)
  const { happen } = await owner.sent()
  await sql`
    insert into webhook_deliveries (id, webhook_id, kind, state)
    select 'old-' || n, ${hook.id}, 'test', 'taken' from generate_series(1, 999) n`.execute(app.ctx.db)
  await happen('opened')
  await until(() => receiver.received.length === 1)
  await happen('finished')
  await until(async () => (await owner.log(hook))[0]?.failure === 'too-many')
  expect((await owner.log(hook))[0]).toMatchObject({ kind: 'finished', state: 'failed', attempts: 0, triedAt: null })
  await app.passTime(3_600_000)
  await happen('finished')
  await until(() => receiver.received.length === 2)
})
