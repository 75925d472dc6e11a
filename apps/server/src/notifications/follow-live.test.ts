import { request } from 'node:http'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { until } from '#test/app/until'
import { type AccountPerson, makeAccount } from '#test/people/account-person'
import { noise } from '#test/people/recipient'
import { LIVE_CHANNEL } from '../platform/database/live-channel.ts'
import { recordEvent } from '../tracking/ledger/index.ts'

let app: TestApp
beforeAll(async () => {
  app = await makeTestApp()
})
afterAll(() => app?.close())

const linkOf = async (person: AccountPerson): Promise<string> =>
  `${app.origin}/live?ticket=${(await person.call('makeLiveTicket')).body.ticket}`

/** Sends tickets and leaves before they are checked. */
async function leaveEarly(links: string[]): Promise<void> {
  await app.ctx.db.transaction().execute(async (tx) => {
    await sql`lock table live_tickets in exclusive mode`.execute(tx)
    const asking = links.map((link) => request(link, { agent: false }))
    for (const one of asking) one.on('error', () => {}).end()
    await until(async () => {
      const { rows } = await sql<{ waiting: number }>`
        select count(*)::int as waiting from pg_locks
        where relation = 'live_tickets'::regclass and not granted`.execute(tx)
      return rows[0]?.waiting === links.length
    })
    for (const one of asking) one.destroy()
    // An answer to a later call shows that the earlier departures were noticed.
    for (let times = 0; times < 3; times += 1) await (await app.fetch('/-/receipt-keys.json')).bytes()
  })
}

/** What an open page receives. */
async function follow(link: string) {
  const stop = new AbortController()
  const answer = await fetch(link, { signal: stop.signal })
  const page = { told: '', isOver: false, close: () => stop.abort() }
  const read = async () => {
    for await (const chunk of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) page.told += chunk
    page.isOver = true
  }
  void read().catch(() => {})
  return page
}

test('keeps a stream, however many clients left before theirs had begun', async () => {
  const person = await makeAccount(app)
  const page = await follow(await linkOf(person))
  // As many as an account may have, so that the oldest would have to end for the newest.
  for (let round = 0; round < 10; round += 1) {
    await leaveEarly(await Promise.all([linkOf(person), linkOf(person), linkOf(person)]))
  }
  const news = JSON.stringify({ a: person.accountId, s: true })
  await sql`select pg_notify(${LIVE_CHANNEL}, ${news})`.execute(app.ctx.db)
  await until(() => page.isOver || page.told.includes('event: storage'))
  expect(page.isOver).toBe(false)
  page.close()
})

test('sends news even to a client with an invalid number', async () => {
  const person = await makeAccount(app)
  const { id: transferId } = await person.send({ files: [{ path: 'a.txt', content: noise(10) }] })
  await app.runJobs()
  const page = await follow(`${await linkOf(person)}&after=7`)
  const context = {
    transferId,
    recipientId: null,
    judged: { actorKind: 'human', reason: null } as const,
    ip: '1.1.1.1',
  }
  await recordEvent(app.ctx.db, app.ctx, { ...context, userAgent: 'curl/8.14.1', kind: 'opened' })
  await until(() => page.told.includes('event: notification'))
  page.close()
})
