import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { inLanes } from '#test/app/in-lanes'
import { rounds } from '#test/app/rounds'
import { actOnce, givenSeed, pick, randomOf, type Storm } from '#test/payments/storm'
import { findFaults } from '#test/payments/storm-model'
import { openSandboxWorld, openStripeWorld } from '#test/payments/worlds'
import { readBought } from '../billing/index.ts'
import { listPrepaid } from './checkout-store.ts'
import { receivePaymentEvent } from './receive-payment-event.ts'
import { settlePayments } from './settle-payments.ts'

const EVENTS = rounds(120, 10_000)
const SEED = givenSeed()
const ACCOUNTS = Math.max(10, Math.round(EVENTS / 60))
const TIMES = 3
const LATE_DAYS = 3

/** An event on its way: it comes on that day of the provider's. */
interface Delivery {
  body: Buffer
  day: number
}

/** Delivers in any order, to either process, and does what the deliveries have queued in both processes at once. */
async function deliver(storm: Storm, due: readonly Delivery[]): Promise<void> {
  const shuffled = due.map((one) => ({ one, at: storm.random() })).sort((a, b) => a.at - b.at)
  for (let from = 0; from < shuffled.length; from += 8) {
    const some = shuffled.slice(from, from + 8)
    await Promise.all(
      some.map(({ one: { body } }) =>
        receivePaymentEvent(pick(storm, storm.processes), body, storm.world.sign(body, 0)),
      ),
    )
  }
  const workspaces = await takeJobs(storm)
  // As many at once as each process has places for.
  await inLanes(
    workspaces.length,
    (nth) => Promise.all(storm.processes.map((ctx) => settlePayments(ctx, workspaces[nth] as string))),
    2,
  )
}

async function takeJobs({ processes }: Storm): Promise<string[]> {
  const [{ db }] = processes
  const { rows } = await sql<{ workspace: string }>`
    delete from graphile_worker._private_jobs where run_at <= now() returning payload->>'workspaceId' as workspace`.execute(
    db,
  )
  return [...new Set(rows.map(({ workspace }) => workspace))]
}

/** Lets people act and time pass until so many events were told; each is delivered three times, some days late. */
async function rage(storm: Storm): Promise<{ events: number; deliveries: number; days: number }> {
  const { world, random } = storm
  let [events, deliveries, day] = [0, 0, 0]
  let waiting: Delivery[] = []
  const take = async () => {
    const told = await world.takeEvents()
    events += told.length
    for (const { body } of told) {
      for (let nth = 0; nth < TIMES; nth += 1) waiting.push({ body, day: random() < 0.3 ? day + LATE_DAYS : day })
    }
    const due = waiting.filter((one) => one.day <= day)
    waiting = waiting.filter((one) => one.day > day)
    deliveries += due.length
    await deliver(storm, due)
    return told.length
  }
  while (events < EVENTS) {
    for (let nth = 0; nth < ACCOUNTS; nth += 4) await Promise.all([1, 2, 3, 4].map(() => actOnce(storm)))
    if (random() < 0.5) {
      const days = 1 + Math.floor(random() * 5)
      await world.passDays(days)
      day += days
    }
    await take()
  }
  day += LATE_DAYS
  // Reading the provider's books may tell of what has fallen due meanwhile.
  while ((await take()) > 0 || waiting.length > 0) day += LATE_DAYS
  return { events, deliveries, days: day }
}

test.each([
  ['the sandbox', openSandboxWorld],
  ['a server that speaks like Stripe', openStripeWorld],
] as const)(
  'events of %s, three times, shuffled and late, in two processes, grant what was paid',
  { timeout: 3_600_000 },
  async (title, open) => {
    const { two, provider: world, close } = await open()
    try {
      const buyers = await Promise.all(Array.from({ length: ACCOUNTS }, () => two.addBuyer()))
      const accounts = buyers.map((buyer) => ({ buyer, sessions: new Set<string>() }))
      const storm: Storm = { random: randomOf(SEED), world, accounts, processes: two.processes }
      const begunAt = performance.now()
      const figures = await rage(storm)
      process.stdout.write(`${title}: seed ${SEED}, ${ACCOUNTS} accounts, ${JSON.stringify(figures)}\n`)
      const [{ db }] = two.processes
      const faults = []
      for (const account of accounts) {
        const { id } = account.buyer.account
        const ranSeconds = (performance.now() - begunAt) / 1_000
        for (const fault of await findFaults(two.processes[0], account, ranSeconds)) faults.push(`${id}: ${fault}`)
        const before = [await readBought(db, id), await listPrepaid(db, id)]
        await settlePayments(two.processes[1], id)
        expect([await readBought(db, id), await listPrepaid(db, id)]).toEqual(before)
      }
      expect({ seed: SEED, faults }).toEqual({ seed: SEED, faults: [] })
    } finally {
      await close()
    }
  },
)
