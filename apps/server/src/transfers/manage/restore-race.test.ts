/**
 * Deletions undone at the last moment, while sweeps remove what has expired and accounts end: either all comes back, or
 * nothing.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { inLanes } from '#test/app/in-lanes'
import { rounds } from '#test/app/rounds'
import { makeTestEnvironment, type TestEnvironment } from '#test/app/test-environment'
import { type AccountSender, makeAccountSender, usedBytes } from '#test/people/account-sender'
import { saved } from '#test/people/sender'
import { storedSha256 } from '#test/storage/stored-bytes'
import { KIB, testFile } from '#test/storage/upload-parts'
import type { Context } from '../../context.ts'
import { checkUploads } from '../../uploads/index.ts'
import { checkTransfers } from '../check/check-transfers.ts'
import { removeExpired } from '../expire/remove-expired.ts'
import { listTransferFiles } from '../files/transfer-file-store.ts'
import { findStandingTransfer } from '../transfer-store.ts'
import { deleteAccountThings } from './delete-account-things.ts'
import { deleteTransfers } from './delete-transfers.ts'
import { restoreTransfers } from './restore-transfers.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })

const AT_ONCE = 64
let environment: TestEnvironment
let nodes: Array<{ ctx: Context; close(): Promise<void> }>
beforeAll(async () => {
  environment = await makeTestEnvironment()
  nodes = await Promise.all([environment.open(), environment.open()])
})
afterAll(async () => {
  expect(await checkUploads(on(0), { hash: true })).toEqual([])
  expect(await checkTransfers(on(0))).toEqual([])
  for (const { close } of nodes) await close()
  await environment.drop()
})

const on = (nth: number): Context => (nodes[nth % 2] as (typeof nodes)[0]).ctx
const files = () => [testFile('plans/housing.dwg', 300 * KIB), testFile('note.txt', 100), testFile('empty', 0)]
const BYTES = 300 * KIB + 100
const isStanding = async (id: string) => (await findStandingTransfer(on(0).db, id)) !== null
const restore = ({ accountId }: AccountSender, id: string, nth: number) =>
  restoreTransfers(on(nth), { id: accountId, role: 'business' }, [id]).then(
    (count) => (count === 1 ? 'restored' : 'stood'),
    (error) => error.code as string,
  )

/** Dates the deletion of a transfer, and of what was deleted with it, back by this much. */
async function deletedAgo(transferId: string, seconds: number): Promise<void> {
  for (const [table, key] of [
    ['transfers', 'id'],
    ['files', 'deleted_with'],
  ] as const) {
    await sql`update ${sql.table(table)} set deleted_at = now() - make_interval(secs => ${seconds})
      where ${sql.ref(key)} = ${transferId}`.execute(on(0).db)
  }
}

/** In seconds; the first always comes back, the last four never do. */
const AGES = [30, 59.9, 59.97, 59.99, 60.1, 86_399, 86_401, 90_000]

test('at the edge of the minute and of the day: 64 restorations and sweeps of eight transfers', async () => {
  const sender = await makeAccountSender(on(0))
  const seen: Record<string, number> = {}
  for (let round = 0; round < 3; round++) {
    const ids = await inLanes(AGES.length, async (nth) => (await saved(on(nth), sender, files()))._id)
    await deleteTransfers(on(0), sender.accountId, ids)
    const before = await usedBytes(on(0), sender)
    for (const [nth, id] of ids.entries()) await deletedAgo(id, AGES[nth] ?? 0)
    const told = await inLanes(AT_ONCE, async (nth) => {
      if (nth % 5 === 4) return removeExpired(on(nth)).then(() => 'swept')
      return restore(sender, ids[nth % ids.length] ?? '', nth)
    })
    for (const one of told) seen[one] = (seen[one] ?? 0) + 1
    const standing = await Promise.all(ids.map(isStanding))
    expect([standing[0], ...standing.slice(4)]).toEqual([true, false, false, false, false])
    expect(await usedBytes(on(0), sender)).toBe(before + standing.filter(Boolean).length * BYTES)
    for (const [nth, id] of ids.entries()) {
      const [plan] = await listTransferFiles(on(0).db, id)
      expect([nth, plan?.withdrawn_at === null]).toEqual([nth, standing[nth]])
      if (standing[nth]) expect(await storedSha256(on(0), plan?.id ?? '')).not.toBeNull()
    }
    await sql`update transfers set deleted_at = now() - interval '2 days' where deleted_at is not null`.execute(
      on(0).db,
    )
  }
  process.stdout.write(`restorations at the edge: ${JSON.stringify(seen)}\n`)
  expect(Object.keys(seen).every((one) => ['restored', 'stood', 'transfer-not-found', 'swept'].includes(one))).toBe(
    true,
  )
})

test('while their account ends: what comes back meanwhile ends with it, and nothing comes back after', async () => {
  for (let round = 0; round < rounds(2, 5); round++) {
    const sender = await makeAccountSender(on(0))
    const ids = await Promise.all([1, 2, 3, 4].map(async () => (await saved(on(0), sender, files()))._id))
    await deleteTransfers(on(0), sender.accountId, ids)
    const told = await inLanes(AT_ONCE, async (nth) => {
      if (nth !== 20) return restore(sender, ids[nth % 4] ?? '', nth)
      await sql`update accounts set deleted_at = now(), email = null where id = ${sender.accountId}`.execute(on(0).db)
      await deleteAccountThings(on(1), sender.accountId)
      return 'ended'
    })
    expect(told).toContain('ended')
    expect(await restore(sender, ids[0] ?? '', round)).toBe('unauthenticated')
    expect([await Promise.all(ids.map(isStanding)), await usedBytes(on(0), sender)]).toEqual([Array(4).fill(false), 0])
  }
})
