/**
 * Webhooks of two server processes on one database: each delivery once, and again where a process was killed during it.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Context } from '../../src/context.ts'
import { freePort } from '../app/free-port.ts'
import { remoteSite } from '../app/remote-site.ts'
import type { TestApp } from '../app/test-app.ts'
import { makeTestEnvironment, type TestEnvironment } from '../app/test-environment.ts'
import { until } from '../app/until.ts'
import { KillableServer } from '../crash/killable-server.ts'
import { Hooked } from '../http/hooked.ts'
import { HttpsReceiver } from '../http/https-receiver.ts'

const PATIENCE_MS = 120_000
const MANY = 40

let environment: TestEnvironment
let node: { ctx: Context; close(): Promise<void> }
let receiver: HttpsReceiver
let servers: KillableServer[]
beforeAll(async () => {
  receiver = await HttpsReceiver.open()
  const allowed = { WEBHOOK_ALLOW_HOSTS: receiver.host }
  environment = await makeTestEnvironment(allowed)
  node = await environment.open()
  const env = { ...allowed, DATABASE_URL: environment.databaseUrl, NODE_EXTRA_CA_CERTS: receiver.certFile }
  servers = [
    new KillableServer(environment.dataDir, await freePort(), env),
    new KillableServer(environment.dataDir, await freePort(), env),
  ]
  await Promise.all(servers.map((server) => server.start()))
}, PATIENCE_MS)
afterAll(async () => {
  for (const server of servers ?? []) await server.stop()
  await receiver?.close()
  await node?.close()
  await environment?.drop()
}, PATIENCE_MS)

/** A person whose calls go to one of the servers. */
const ownerAt = (server: KillableServer | undefined): Promise<Hooked> =>
  Hooked.make(Object.assign(remoteSite(server?.origin ?? ''), { ctx: node.ctx }) as unknown as TestApp)

test('delivers each once with two processes', { timeout: PATIENCE_MS }, async () => {
  const owner = await ownerAt(servers[0])
  const hook = await owner.hook(receiver)
  const made = await Promise.all(Array.from({ length: MANY }, async () => (await owner.test(hook))._id as string))
  const isDone = async () => {
    const waiting = await node.ctx.db
      .selectFrom('webhook_deliveries')
      .select('id')
      .where('state', '=', 'waiting')
      .execute()
    return waiting.length === 0
  }
  await until(isDone)
  expect(receiver.received.map(({ id }) => id).toSorted()).toEqual(made.toSorted())
  expect(receiver.mostOpen).toBeLessThanOrEqual(2)
})

test('sends a delivery again under the same id after its process was killed', { timeout: PATIENCE_MS }, async () => {
  const [killed, other] = servers
  await other?.stop()
  const owner = await ownerAt(killed)
  const hook = await owner.hook(receiver)
  receiver.received.length = 0
  receiver.answer = () => {}
  const { _id } = await owner.test(hook)
  await until(() => receiver.received.length === 1)
  await killed?.kill(false)
  receiver.answer = (_request, response) => response.writeHead(204).end()
  await node.ctx.db
    .updateTable('webhook_deliveries')
    .set({ held_until: new Date(0) })
    .where('id', '=', _id)
    .execute()
  await owner.hurry()
  await other?.start()
  await until(() => receiver.received.length === 2)
  expect(receiver.received.map(({ id }) => id)).toEqual([_id, _id])
  const logged = () =>
    node.ctx.db.selectFrom('webhook_deliveries').select(['state', 'attempts']).where('id', '=', _id).execute()
  await until(async () => (await logged())[0]?.state === 'taken')
  expect(await logged()).toEqual([{ state: 'taken', attempts: 2 }])
})
