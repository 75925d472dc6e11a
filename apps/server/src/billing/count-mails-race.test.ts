/** Fifty concurrent calls in two processes over one database: every limit of mails is reached, never exceeded. */
import { plans } from '@waybill/contract/billing/plans'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { inLanes } from '#test/app/in-lanes'
import { makeTestEnvironment, type TestEnvironment } from '#test/app/test-environment'
import { makeSendingAccount } from '#test/people/sending-account'
import type { Context } from '../context.ts'
import { accountSender, countMails, countOrWait, type MailSender, requireStanding } from './index.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })

const AT_ONCE = 50
let environment: TestEnvironment
let nodes: Array<{ ctx: Context; close(): Promise<void> }>
beforeAll(async () => {
  environment = await makeTestEnvironment()
  nodes = await Promise.all([environment.open(), environment.open()])
})
afterAll(async () => {
  for (const { close } of nodes) await close()
  await environment.drop()
})

const on = (nth: number): Context => (nodes[nth % 2] as (typeof nodes)[0]).ctx
type AccountOptions = Parameters<typeof makeSendingAccount>[1]

async function make(options: AccountOptions = {}, network: string | null = null): Promise<MailSender> {
  const { actor } = await makeSendingAccount(on(0), options)
  return accountSender(await requireStanding(on(0).db, actor.account.id), network)
}
const count = (nth: number, sender: MailSender, addresses: string[]): Promise<string> =>
  on(nth)
    .db.transaction()
    .execute((tx) => countMails(tx, sender, addresses))
    .then(
      () => 'done',
      (error) => `${error.code} ${error.facts?.because}`,
    )
const tally = (told: readonly string[]) =>
  Object.fromEntries([...Map.groupBy(told, (one) => one)].map(([one, all]) => [one, all.length]))

test.each([
  ['free', {}, 3],
  ['paying', { role: 'pro', subscription: 'active' }, 10],
] as Array<[string, AccountOptions, number]>)(
  '%s: fifty mails to one mailbox, in fifty spellings',
  async (who, options, most) => {
    const sender = await make(options)
    const told = await inLanes(AT_ONCE, (nth) => count(nth, sender, [`mailbox-${who}+${nth}@rao-forge.example`]))
    expect(tally(told)).toEqual({ done: most, 'too-many-mails address': AT_ONCE - most })
  },
)

test('counts fifty accounts of one mailbox as one sender', async () => {
  const senders = await Promise.all(
    Array.from({ length: AT_ONCE }, (_, nth) => make({ email: `many+${nth}@acme.example` })),
  )
  const told = await inLanes(AT_ONCE, (nth) => count(nth, senders[nth] as MailSender, ['one@rao-forge.example']))
  expect(tally(told)).toEqual({ done: 3, 'too-many-mails address': AT_ONCE - 3 })
})

test('counts nobody in a refused call: fifty calls a day for two people each, of which thirty fit', async () => {
  const sender = await make()
  const pair = (nth: number) => [`day-${nth}-a@rao-forge.example`, `day-${nth}-b@rao-forge.example`]
  const told = await inLanes(AT_ONCE, (nth) => count(nth, sender, pair(nth)))
  expect(tally(told)).toEqual({ done: 5 * plans.free.recipientLimit, 'too-many-mails day': 20 })
  const rows = await on(0)
    .db.selectFrom('mail_paces')
    .selectAll()
    .where('sender', '=', [...sender.keys.keys()][0] as string)
    .execute()
  expect(rows).toHaveLength(60)
})

test('does not deadlock senders of one network with the same people in any order', async () => {
  const network = '10.9.0.0/24'
  const senders = await Promise.all(Array.from({ length: AT_ONCE }, () => make({}, network)))
  const people = Array.from({ length: 6 }, (_, n) => `circle-${n}@rao-forge.example`)
  const told = await inLanes(AT_ONCE, (nth) =>
    count(nth, senders[nth] as MailSender, [...people.slice(nth % 6), ...people.slice(0, nth % 6)]),
  )
  expect(tally(told)).toEqual({ done: 10, 'too-many-mails address': AT_ONCE - 10 })
})

test('counts automatic mails together with concurrent ones that people send', async () => {
  const sender = await make()
  const later = (nth: number) =>
    on(nth)
      .db.transaction()
      .execute((tx) => countOrWait(tx, sender, 'both@rao-forge.example'))
      .then(
        (seconds) => (seconds === 0 ? 'done' : 'waits'),
        () => 'tried again',
      )
  const told = await inLanes(AT_ONCE, (nth) =>
    nth % 2 ? later(nth >> 1) : count(nth >> 1, sender, ['both@rao-forge.example']),
  )
  expect(told.filter((one) => one === 'done')).toHaveLength(3)
})
