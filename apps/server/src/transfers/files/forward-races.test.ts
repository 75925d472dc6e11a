/** Forwards, links and mailed transfers of one month, saved by 64 concurrent calls in two processes. */
import { plans } from '@waybill/contract/billing/plans'
import type { UploadPlan } from '@waybill/contract/uploads/endpoints'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { inLanes } from '#test/app/in-lanes'
import { makeTestEnvironment, type TestEnvironment } from '#test/app/test-environment'
import { planned, saved } from '#test/people/sender'
import { makeSendingAccount } from '#test/people/sending-account'
import { testFile } from '#test/storage/upload-parts'
import { readUsage } from '../../billing/index.ts'
import type { Context } from '../../context.ts'
import { checkUploads } from '../../uploads/index.ts'
import { checkTransfers } from '../check/check-transfers.ts'
import { completeTransfer } from '../send/complete-transfer.ts'
import { deleteFiles } from './delete-files.ts'
import { listTransferFiles } from './transfer-file-store.ts'

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
const outcome = (asked: Promise<unknown>) =>
  asked.then(
    () => 'done',
    (error) => error.code as string,
  )

/** An account that has sent `sent` transfers this month, with 64 more of every kind ready to be saved. */
async function waitingSends(sent: number) {
  const who = await makeSendingAccount(on(0), { role: 'free' })
  const first = await saved(on(0), who, [testFile('source.bin', 900)])
  for (let nth = 1; nth < sent; nth++) await saved(on(0), who, [testFile(`${nth}`, 0)])
  const [source] = await listTransferFiles(on(0).db, first._id)
  const forwarded = [{ newPath: source?.id ?? '', fileName: 'sent on.bin' }]
  const waiting: Array<Pick<UploadPlan, 'upload' | 'token'>> = []
  for (let nth = 0; nth < AT_ONCE; nth++) {
    const more = nth % 3 === 2 ? { sendAs: 'link' as const, emailTo: [], forwarded } : nth % 3 ? { forwarded } : {}
    waiting.push(await planned(on(0), who, [testFile(`waiting-${nth}`, 0)], more))
  }
  const save = (nth: number) => {
    const { upload = '', token = '' } = waiting[nth] ?? {}
    return outcome(completeTransfer(on(nth), who.actor, { upload, token }))
  }
  return { who, id: who.actor.account.id, sourceId: source?.id ?? '', save }
}

test.each([1, 8, 9])(
  "makes as many as are left when %i of a month's ten are used, of whatever kind comes first",
  async (sent) => {
    const { id, save } = await waitingSends(sent)
    const { monthlyTransfers = 0 } = plans.free
    const left = (monthlyTransfers ?? 0) - sent
    const told = await inLanes(AT_ONCE, save)
    expect(told.filter((one) => one === 'done')).toHaveLength(left)
    expect(told.filter((one) => one === 'month-full')).toHaveLength(AT_ONCE - left)
    expect(await readUsage(on(0).db, id)).toEqual({
      usedBytes: 900,
      reservedBytes: 0,
      monthTransfers: monthlyTransfers,
    })
    const { rows } = await sql`select 1 from transfers where account_id = ${id}`.execute(on(0).db)
    expect(rows).toHaveLength(monthlyTransfers ?? 0)
  },
)

test('forwards a file that is deleted meanwhile whole or not at all, and only counts what it makes', async () => {
  const { id, sourceId, save } = await waitingSends(1)
  const told = await inLanes(AT_ONCE + 1, async (nth) => {
    if (nth !== 7) return save(nth > 7 ? nth - 1 : nth)
    await deleteFiles(on(1), id, [sourceId])
    return 'deleted'
  })
  expect(told.filter((one) => !['done', 'month-full', 'file-not-found', 'deleted'].includes(one))).toEqual([])
  const made = told.filter((one) => one === 'done').length
  expect(made).toBeGreaterThan(0)
  expect(await readUsage(on(0).db, id)).toEqual({ usedBytes: 0, reservedBytes: 0, monthTransfers: 1 + made })
  const { rows } = await sql`
    select 1 from transfer_files tf join files f on f.id = tf.file_id
    where f.id = ${sourceId} and f.withdrawn_at is null`.execute(on(0).db)
  expect(rows).toEqual([])
})
