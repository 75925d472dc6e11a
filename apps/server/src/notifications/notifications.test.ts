import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { until } from '#test/app/until'
import { LiveStream } from '#test/http/live-stream'
import { type AccountPerson, makeAccount } from '#test/people/account-person'
import { noise } from '#test/people/recipient'
import { openContext } from '../context.ts'
import { signOutEverywhere } from '../identity/sessions/index.ts'
import { makeLog } from '../platform/log.ts'
import { type EventEntry, type JudgedActor, recordEvents } from '../tracking/ledger/index.ts'
import { isHeard } from './notification-store.ts'
import { notify } from './notify.ts'

let app: TestApp
let owner: AccountPerson
const streams: LiveStream[] = []
beforeAll(async () => {
  app = await makeTestApp()
  owner = await makeAccount(app, { role: 'pro' })
})
afterEach(() => {
  for (const stream of streams.splice(0)) stream.close()
})
afterAll(() => app?.close())

const human: JudgedActor = { actorKind: 'human', reason: null }
const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

/** A transfer of three files to Asha, with events. */
async function sent(person = owner) {
  const files = ['plans/a.txt', 'plans/b.txt', 'c.txt'].map((path) => ({ path, content: noise(10) }))
  const { id, slug } = await person.send({ files, emailTo: ['asha@rao-forge.example'] })
  await app.runJobs()
  const { rows } = await sql<{ recipientId: string; fileIds: string[] }>`
    select id as "recipientId", (select array_agg(file_id order by position) from transfer_files where transfer_id = ${id}) as "fileIds"
    from recipients where transfer_id = ${id}`.execute(app.ctx.db)
  const { recipientId = '', fileIds = [] } = rows[0] ?? {}
  const context = { transferId: id, recipientId, judged: human, ip: '47.75.18.65', userAgent }
  const happen = (
    kind: 'opened' | 'finished' | 'begun',
    files: readonly string[] = [],
    judged: JudgedActor = human,
    ctx = app.ctx,
  ) =>
    recordEvents(
      ctx.db,
      ctx,
      { ...context, judged },
      files.length === 0 ? [{ kind }] : files.map((fileId) => ({ kind, fileId })),
    )
  return { id, slug, fileIds, context, happen }
}

const list = async (person = owner, body: object = {}) => (await person.call('listNotifications', { body })).body
const act = async (notifyId: string, person = owner) =>
  (await person.call('deleteNotification', { body: { notifyId } })).body.unread

const ticketOf = async (person = owner): Promise<string> => (await person.call('makeLiveTicket')).body.ticket
const follow = async (person = owner, after?: number, origin = app.origin) => {
  const stream = new LiveStream(origin, await ticketOf(person), after)
  streams.push(stream)
  await until(() => stream.of('hello').length === 1)
  return stream
}

describe('an account is notified', () => {
  test('of the evidence for finished files, where all have some, and how much is in doubt', async () => {
    const person = await makeAccount(app)
    const { context, fileIds } = await sent(person)
    const finish = async (...given: Array<Pick<EventEntry, 'evidence' | 'doubtBytes'>>) => {
      const entries = given.map((facts, nth) => ({ kind: 'finished' as const, fileId: fileIds[nth] ?? '', ...facts }))
      await recordEvents(app.ctx.db, app.ctx, context, entries)
      await app.runJobs()
    }
    await finish({ evidence: 'received', doubtBytes: 700 }, { evidence: 'sent-by-proxy' })
    await finish({ evidence: 'received' }, {})
    expect((await list(person)).notifications).toMatchObject([
      { kind: 'finished', fileCount: 2, evidence: null, doubtBytes: 0 },
      { kind: 'finished', fileCount: 2, evidence: 'sent-by-proxy', doubtBytes: 700 },
    ])
  })

  test('of first openings and finished files, several at once combined; of nothing twice, of no bot', async () => {
    const person = await makeAccount(app)
    const { slug, fileIds, happen } = await sent(person)
    await happen('opened', [], { actorKind: 'bot', reason: 'mail-scanner' })
    await happen('opened')
    await happen('opened')
    // The jobs of two entries may run at once.
    await app.runJobs()
    await happen('begun', fileIds)
    await happen('finished', fileIds.slice(0, 2))
    await app.runJobs()
    const { notifications, unread, next } = await list(person)
    expect([unread, next]).toEqual([2, null])
    expect(notifications).toMatchObject([
      { kind: 'finished', slug, fileName: 'a.txt', fileCount: 2, receiverEmail: 'asha@rao-forge.example', read: false },
      { kind: 'opened', slug, fileName: null, dlCountryCode: 'HK', dlOrigin: 'Hong Kong', device: 'Firefox on Linux' },
    ])
    const { transfer_id: transferId } = await app.ctx.db
      .selectFrom('notifications')
      .select('transfer_id')
      .where('account_id', '=', person.accountId)
      .executeTakeFirstOrThrow()
    await notify(app.ctx, { transferId: transferId ?? '', from: 1, to: 100 })
    expect((await list(person)).notifications).toHaveLength(2)
  })

  test('of an archive of many files in one notice', async () => {
    const person = await makeAccount(app)
    const { id: transferId, slug, fileIds } = await sent(person)
    const { id: recipientId } = await app.ctx.db
      .selectFrom('recipients')
      .select('id')
      .where('transfer_id', '=', transferId)
      .executeTakeFirstOrThrow()
    const context = { transferId, recipientId, judged: human, ip: '47.75.18.65', userAgent }
    await recordEvents(app.ctx.db, app.ctx, context, [{ kind: 'finished', files: fileIds }])
    await app.runJobs()
    const { notifications, unread } = await list(person)
    expect(unread).toBe(1)
    expect(notifications).toMatchObject([{ kind: 'finished', slug, fileName: 'a.txt', fileCount: 3 }])
  })

  test('marks all as read, deletes one, deletes all; page by page', async () => {
    const person = await makeAccount(app)
    const { fileIds, happen } = await sent(person)
    for (const fileId of fileIds) await happen('finished', [fileId])
    await app.runJobs()
    const first = await list(person, { take: 2 })
    expect(first.notifications).toHaveLength(2)
    const second = await list(person, { take: 2, before: first.next })
    expect(second).toMatchObject({ next: null, unread: 3 })
    expect(await act('Allread', person)).toBe(0)
    expect((await list(person)).notifications.map(({ read }: { read: boolean }) => read)).toEqual([true, true, true])
    expect(await act(first.notifications[0]._id, person)).toBe(0)
    expect((await list(person)).notifications).toHaveLength(2)
    expect(await act('all', person)).toBe(0)
    expect(await act('all', person)).toBe(0)
    expect(await list(person)).toEqual({ notifications: [], unread: 0, next: null })
  })

  test('neither sees nor deletes another’s notifications', async () => {
    const [person, other] = [await makeAccount(app), await makeAccount(app)]
    const { happen } = await sent(person)
    await happen('opened')
    await app.runJobs()
    const [{ _id }] = (await list(person)).notifications
    await act(_id, other)
    await act('all', other)
    expect((await list(person)).notifications).toHaveLength(1)
    expect((await list(other)).notifications).toEqual([])
    for (const name of ['listNotifications', 'deleteNotification'] as const) {
      const body = { userid: person.accountId, ...(name === 'deleteNotification' ? { notifyId: 'all' } : {}) }
      expect(await other.call(name, { body })).toMatchObject({ status: 403, body: { code: 'not-yours' } })
    }
  })

  test('of many concurrent events, each with its own number', async () => {
    const person = await makeAccount(app)
    const transfers = [await sent(person), await sent(person)]
    await Promise.all(transfers.flatMap(({ fileIds, happen }) => fileIds.map((fileId) => happen('finished', [fileId]))))
    await app.runJobs()
    const places = (await list(person)).notifications.map(({ place }: { place: number }) => place)
    expect(new Set(places).size).toBe(6)
    expect(places).toEqual(places.toSorted((a: number, b: number) => b - a))
  })
})

describe('the live stream', () => {
  test('sends changes and news, from any process', async () => {
    const { id, fileIds, happen } = await sent()
    const stream = await follow()
    const other = await openContext({ ...app.ctx.config, uploadPorts: [] }, makeLog('silent'))
    await happen('finished', [fileIds[0] ?? ''], human, other.ctx)
    await until(() => stream.of('notification').length === 1)
    expect(stream.of('transfer')[0]?.data).toEqual({ transfer: id })
    expect(stream.of('notification')[0]).toMatchObject({ data: { kind: 'finished', fileName: 'a.txt' } })
    await other.close()
  })

  test('continues after an interruption with nothing missed and nothing twice', async () => {
    const { fileIds, happen } = await sent()
    const stream = await follow()
    await happen('finished', [fileIds[0] ?? ''])
    await until(() => stream.of('notification').length === 1)
    const last = Number(stream.of('notification')[0]?.id)
    stream.close()
    await happen('finished', [fileIds[1] ?? ''])
    await happen('finished', [fileIds[2] ?? ''])
    await app.runJobs()
    const again = await follow(owner, last)
    await until(() => again.of('notification').length === 2)
    expect(again.of('notification').map(({ id }) => Number(id))).toEqual([last + 1, last + 2])
  })

  test('survives the loss of its database session, and says to reload', async () => {
    const { fileIds, happen } = await sent()
    const stream = await follow()
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'waybill-live'
      and datname = current_database()`.execute(app.ctx.db)
    await until(() => stream.of('resync').length === 1)
    await happen('finished', [fileIds[0] ?? ''])
    await until(() => stream.of('notification').length === 1)
  })

  test('opens once with a ticket, within its half minute', async () => {
    const ticket = await ticketOf()
    const first = new LiveStream(app.origin, ticket)
    streams.push(first)
    await until(() => first.of('hello').length === 1)
    const late = await ticketOf()
    await sql`update live_tickets set expires_at = now()`.execute(app.ctx.db)
    for (const worn of [ticket, late, 'nobody-holds-this']) {
      const answer = await fetch(`${app.origin}/live?ticket=${worn}`)
      expect([answer.status, (await answer.json()).code]).toEqual([410, 'ticket-expired'])
    }
  })

  test('ends with its session, and sends nothing after', async () => {
    const person = await makeAccount(app)
    const { fileIds, happen } = await sent(person)
    const stream = await follow(person)
    await sql`update sessions set ended_at = now() where id = ${person.sessionId}`.execute(app.ctx.db)
    await happen('finished', [fileIds[0] ?? ''])
    await until(() => stream.isOver)
    expect(stream.of('over')).toHaveLength(1)
    expect(stream.of('notification')).toEqual([])
  })

  test('ends as soon as its session is ended from another browser', async () => {
    const person = await makeAccount(app)
    const stream = await follow(person)
    // Sooner than the heartbeat, which looks too.
    await app.ctx.db.transaction().execute((tx) => signOutEverywhere(tx, person.accountId, 'operator'))
    await until(() => stream.isOver)
    expect(stream.of('over')).toHaveLength(1)
  })

  test("reports when the account's stored bytes change, and not when others' do", async () => {
    const [person, other] = [await makeAccount(app), await makeAccount(app)]
    const [own, foreign] = [await follow(person), await follow(other)]
    const { fileIds } = await sent(person)
    await until(() => own.of('storage').length > 0)
    const before = own.of('storage').length
    expect((await person.call('deleteFiles', { body: { ids: fileIds } })).body).toEqual({ deleted: 3 })
    await until(() => own.of('storage').length > before)
    expect(foreign.of('storage')).toEqual([])
  })

  test('sends nobody another’s news', async () => {
    const [person, other] = [await makeAccount(app), await makeAccount(app)]
    const { fileIds, happen } = await sent(person)
    const [own, foreign] = [await follow(person), await follow(other)]
    await happen('finished', fileIds)
    await until(() => own.of('notification').length === 1)
    expect(foreign.told.map(({ event }) => event)).toEqual(['hello'])
  })
})

test('queues nothing for webhooks where an account has none that is active', async () => {
  const person = await makeAccount(app, { role: 'pro' })
  const heard = () => isHeard(app.ctx.db, person.accountId)
  expect(await heard()).toBe(false)
  const body = { url: 'https://hooks.example.com/', kinds: ['opened'] }
  const params = { webhook: (await person.call('addWebhook', { body })).body.webhook._id }
  expect(await heard()).toBe(true)
  await person.call('editWebhook', { params, body: { isPaused: true } })
  expect(await heard()).toBe(false)
})
