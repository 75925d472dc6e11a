import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { checkLedgers } from '../../src/tracking/ledger/index.ts'
import { inLanes } from '../app/in-lanes.ts'
import { makeTestApp, type TestApp } from '../app/test-app.ts'
import { makeAccount } from '../people/account-person.ts'
import { noise, Recipient } from '../people/recipient.ts'
import { type Actor, crowdOf, type Truth } from './crowd.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })

const BYTES = 3_000_000
/** Of one server. With more concurrent calls than this, a slow machine refuses some instead of counting them. */
const DATABASE_CONNECTIONS = 10
const actors = crowdOf(BYTES)
let app: TestApp
let truths: Array<{ name: string; recipientId: string; truth: Truth }>
let fileIds: string[]
let transferId: string

beforeAll(async () => {
  app = await makeTestApp()
  const owner = await makeAccount(app, { role: 'business' })
  const emailTo = actors.map((_, nth) => `crowd-${nth}@rao-forge.example`)
  const files = [1, 2, 3].map((seed) => ({ path: `plans/${seed}.bin`, content: noise(BYTES, seed) }))
  const sent = await owner.send({ files, emailTo })
  transferId = sent.id
  const { db } = app.ctx
  const recipients = await db
    .selectFrom('recipients')
    .select(['id', 'address'])
    .where('transfer_id', '=', sent.id)
    .execute()
  const named = await db
    .selectFrom('transfer_files')
    .select('file_id')
    .where('transfer_id', '=', sent.id)
    .orderBy('position')
    .execute()
  fileIds = named.map(({ file_id }) => file_id)
  // A visitor within seconds of the sending counts as a gateway; people come later.
  await app.passTime(60_000)
  truths = await inLanes(
    actors.length,
    async (nth) => {
      const { name, act } = actors[nth] as Actor
      const address = emailTo[nth] ?? ''
      const reader = new Recipient(app, owner, { id: sent.id, upload: '', path: sent.links[address] ?? '' })
      const truth = await act(reader)
      return { name, truth, recipientId: recipients.find((one) => one.address === address)?.id ?? '' }
    },
    DATABASE_CONNECTIONS,
  )
  await settled()
})
afterAll(() => app?.close())

/** Waits until nothing is in transit any more, and interruptions are on record. */
async function settled(): Promise<void> {
  for (let still = 0; still < 5; ) {
    const running = await app.ctx.db.selectFrom('sendings').select('id').where('node_id', 'is not', null).execute()
    still = running.length === 0 ? still + 1 : 0
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

/** What people did, according to the ledger. */
async function humanEvents(recipientId: string): Promise<Truth> {
  const rows = await app.ctx.db
    .selectFrom('events')
    .select(['kind', 'file_id', 'files'])
    .where('transfer_id', '=', transferId)
    .where('recipient_id', '=', recipientId)
    .where('actor_kind', '=', 'human')
    .execute()
  const placesOf = (kind: string) =>
    rows
      .filter((row) => row.kind === kind)
      .flatMap(({ file_id, files }) => files?.map(({ id }) => fileIds.indexOf(id)) ?? [fileIds.indexOf(file_id ?? '')])
      .sort()
  return {
    hasOpened: rows.some(({ kind }) => kind === 'opened'),
    finished: placesOf('finished'),
    begun: placesOf('begun'),
  }
}

test.each(actors.map(({ name }, nth) => [name, nth] as const))('%s', async (_name, nth) => {
  const { recipientId, truth } = truths[nth] ?? { recipientId: '', truth: null }
  expect(await humanEvents(recipientId)).toEqual(truth)
})

test('counts finished downloads exactly, and keeps every chain valid', async () => {
  // Where many finish at once, a job counts again.
  await app.runJobs()
  const { download_count } = await app.ctx.db
    .selectFrom('transfers')
    .select('download_count')
    .where('id', '=', transferId)
    .executeTakeFirstOrThrow()
  expect(download_count).toBe(truths.reduce((sum, { truth }) => sum + truth.finished.length, 0))
  expect(await checkLedgers(app.ctx)).toEqual([])
})

test('records bots separately, each with its reason', async () => {
  const rows = await app.ctx.db
    .selectFrom('events')
    .select(['kind', 'reason'])
    .where('transfer_id', '=', transferId)
    .where('actor_kind', '=', 'bot')
    .execute()
  expect(rows.length).toBeGreaterThan(9)
  for (const { reason } of rows) expect(reason).toBeTruthy()
})
