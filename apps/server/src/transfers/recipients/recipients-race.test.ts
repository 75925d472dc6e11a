/**
 * One transfer's recipients, changed by 64 concurrent calls in two processes: the role's limit is reached, never
 * exceeded.
 */
import { plans, type Role } from '@waybill/contract/billing/plans'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { inLanes } from '#test/app/in-lanes'
import { rounds } from '#test/app/rounds'
import { makeTestEnvironment, type TestEnvironment } from '#test/app/test-environment'
import { saved } from '#test/people/sender'
import { type AccountSender, makeSendingAccount } from '#test/people/sending-account'
import { testFile } from '#test/storage/upload-parts'
import type { Context } from '../../context.ts'
import { checkTransfers } from '../check/check-transfers.ts'
import { sendTransferEmail } from '../send/send-transfer-email.ts'
import { addRecipients } from './add-recipients.ts'
import { removeRecipient } from './remove-recipient.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })

const AT_ONCE = 64
let environment: TestEnvironment
let nodes: Array<{ ctx: Context; close(): Promise<void> }>
beforeAll(async () => {
  environment = await makeTestEnvironment()
  nodes = await Promise.all([environment.open(), environment.open()])
})
afterAll(async () => {
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
const standing = (transferId: string) =>
  on(0)
    .db.selectFrom('recipients')
    .selectAll()
    .where('transfer_id', '=', transferId)
    .where('removed_at', 'is', null)
    .execute()

/** With either call that adds people, a few at a time, each address in two spellings. */
function add(who: AccountSender, op: { _id: string; slug: string }, nth: number, people: readonly string[]) {
  const emails = people.flatMap((email) => [email, email.toUpperCase()])
  if (nth % 3 === 2) return sendTransferEmail(on(nth), who.actor, { slug: op.slug, recipients: emails })
  return addRecipients(on(nth), who.actor, op._id, { emailTo: emails.map((email) => ({ email })) })
}

test.each([
  ['free', 1],
  ['personal', 1],
  ['personal', 3],
  ['pro', 7],
  ['business', 10],
] as Array<[Role, number]>)('%s: 64 additions of %i at once', async (role, each) => {
  const who = await makeSendingAccount(on(0), { role })
  const op = await saved(on(0), who, [testFile('a', 0)])
  const { recipientLimit } = plans[role]
  const told = await inLanes(AT_ONCE, (nth) => {
    const people = Array.from({ length: each }, (_, n) => `p${nth}-${n}@rao-forge.example`)
    return outcome(add(who, op, nth, people))
  })
  const done = Math.min(Math.floor((recipientLimit - 1) / each), AT_ONCE)
  expect(told.filter((one) => one === 'done')).toHaveLength(done)
  expect(told.filter((one) => one === 'too-many-recipients')).toHaveLength(AT_ONCE - done)
  const rows = await standing(op._id)
  expect(rows).toHaveLength(1 + done * each)
  expect(new Set(rows.map(({ address }) => address)).size).toBe(rows.length)
  expect(new Set(rows.map(({ position }) => position)).size).toBe(rows.length)
})

test('gives one person who is added 64 times at once one link', async () => {
  const who = await makeSendingAccount(on(0), { role: 'pro' })
  const op = await saved(on(0), who, [testFile('a', 0)])
  const told = await inLanes(AT_ONCE, (nth) => outcome(add(who, op, nth, ['lin@rao-forge.example'])))
  expect(new Set(told)).toEqual(new Set(['done']))
  expect(await standing(op._id)).toHaveLength(2)
})

test('never mails it to more than the role allows in all, in every round of concurrent additions and removals', async () => {
  const who = await makeSendingAccount(on(0), { role: 'free' })
  const op = await saved(on(0), who, [testFile('a', 0)])
  for (let round = 0; round < rounds(2, 5); round++) {
    const ids = (await standing(op._id)).map(({ id }) => id)
    const told = await inLanes(AT_ONCE, (nth) => {
      if (nth % 4 === 0) return outcome(removeRecipient(on(nth >> 2), who.actor, op._id, ids[nth % ids.length] ?? ''))
      return outcome(add(who, op, nth, [`p${nth % 12}@rao-forge.example`]))
    })
    const known = ['done', 'too-many-recipients', 'recipient-not-found', 'too-many-mails']
    expect(told.filter((one) => !known.includes(one))).toEqual([])
    expect((await standing(op._id)).length).toBeLessThanOrEqual(plans.free.recipientLimit)
    const ever = await on(0).db.selectFrom('recipients').selectAll().where('transfer_id', '=', op._id).execute()
    expect(new Set(ever.map(({ address }) => address)).size).toBeLessThanOrEqual(plans.free.recipientLimit)
    expect(
      Math.max(...[...Map.groupBy(ever, ({ address }) => address).values()].map((all) => all.length)),
    ).toBeLessThanOrEqual(3)
  }
})
