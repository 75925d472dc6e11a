import { Problem } from '@waybill/contract/core/problems'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { dropEvents } from '#test/payments/buying'
import { type FaultRow, faultRows } from '#test/payments/fault-rows'
import { type AccountPerson, makeAccount } from '#test/people/account-person'
import type { PaymentProvider } from '../platform/payments/payment-provider.ts'
import { settlePayments } from './settle-payments.ts'

let app: TestApp
beforeAll(async () => {
  app = await makeTestApp()
  // Settlements that events cause would meet the faults of others, and are most of the work of a purchase.
  await dropEvents(app)
})
afterAll(() => app?.close())

const payments = () => app.ctx.payments as NonNullable<TestApp['ctx']['payments']>
type Method = keyof typeof faultRows
type Call = (...given: unknown[]) => Promise<unknown>

/** Replaces a method while a test runs; `first` is its next call, and later ones are real. */
function onNext(name: Method, first: (real: () => Promise<unknown>) => Promise<unknown>) {
  const provider = payments().provider as unknown as Record<string, Call>
  const real = provider[name] as Call
  const given: unknown[][] = []
  provider[name] = (...all) => {
    given.push(all)
    return given.length === 1 ? first(() => real(...all)) : real(...all)
  }
  const restore = () => {
    provider[name] = real
  }
  return { given, restore }
}

const unavailable = () => new Problem('payments-unavailable', { retryAfterSeconds: 5 })
const faults = {
  'is down': () => Promise.reject(unavailable()),
  'loses its answer': async (real: () => Promise<unknown>) => {
    await real()
    throw unavailable()
  },
}

/** Statements after which an open transaction waits; one of other work is gone at the next look. */
async function listWaiting() {
  const { rows } = await sql`
    select query from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`.execute(
    app.ctx.db,
  )
  return rows
}

/** What the provider and this server have of a person, without ids and times. */
async function statementOf({ accountId }: AccountPerson) {
  await settlePayments(app.ctx, accountId)
  const { rows } = await sql`
    with own as (select id from sandbox_customers where account = ${accountId})
    select (select count(*)::int from own) as customers,
      (select array_agg(concat_ws(' ', price, status, is_ending, next_price) order by price, status)
        from sandbox_subscriptions where customer_id in (select id from own)) as subscriptions,
      (select array_agg(concat_ws(' ', price, status, amount_cents >= 2900, refunded_cents) order by price, status, amount_cents)
        from sandbox_invoices where customer_id in (select id from own) and amount_cents > 0) as invoices,
      (select array_agg(concat_ws(' ', kind, price, status) order by kind, price, status)
        from sandbox_checkouts where customer_id in (select id from own)) as pages,
      (select array_agg(concat_ws(' ', kind, price, state) order by kind, price, state)
        from payment_checkouts where workspace_id = ${accountId}) as checkouts,
      (select array_agg(concat_ws(' ', role, ends_at > now()) order by role) from prepaid_periods
        where workspace_id = ${accountId}) as periods,
      (select concat_ws(' ', role, status) from subscriptions where workspace_id = ${accountId}) as plan`.execute(
    app.ctx.db,
  )
  return rows[0]
}

async function prepared({ prepare }: FaultRow): Promise<AccountPerson> {
  const person = await makeAccount(app)
  // Nobody is mailed.
  await app.ctx.db.deleteFrom('account_addresses').where('account_id', '=', person.accountId).execute()
  await prepare?.(app, person)
  await app.runJobs()
  return person
}

interface Calm {
  expected: Awaited<ReturnType<FaultRow['act']>>
  statement: Awaited<ReturnType<typeof statementOf>>
}
const calm: Array<{ of: FaultRow; came: Promise<Calm> }> = []

/** What comes of a call where nothing fails: the same for all methods that it reaches. */
function calmly(row: FaultRow): Promise<Calm> {
  const run = async () => {
    const person = await prepared(row)
    const expected = await row.act(app, person)
    return { expected, statement: await statementOf(person) }
  }
  const known = calm.find(({ of }) => of.prepare === row.prepare && of.act === row.act)
  if (known !== undefined) return known.came
  const came = run()
  calm.push({ of: row, came })
  return came
}

const rows = Object.entries(faultRows).flatMap(([method, list]) =>
  list === 'only a command calls it' ? [] : list.map((row) => [method as Method, row.by, row] as const),
)
/** Methods whose first argument is the key. */
const keyed = new Set<keyof PaymentProvider>([
  'makeCustomer',
  'startCheckout',
  'useCard',
  'subscribe',
  'switchNow',
  'switchLater',
  'cancel',
  'undoScheduled',
  'payOpenInvoice',
  'refund',
  'saveCompany',
  'applyPromotion',
])

describe.each(rows)('%s by %s', (method, _by, row) => {
  test.each(Object.keys(faults) as Array<keyof typeof faults>)(
    'a provider that %s is told in a sentence, and a repeated call does it once',
    async (fault) => {
      const { expected, statement } = await calmly(row)
      const person = await prepared(row)
      const { given, restore } = onNext(method, faults[fault])
      try {
        const answer = await row.act(app, person)
        expect(given.length).toBeGreaterThan(0)
        const isDown = answer.status === 503
        if (row.isBeside) expect([200, expected.status]).toContain(answer.status)
        else expect(answer).toMatchObject({ status: 503, code: 'payments-unavailable' })
        if (isDown) expect(await row.act(app, person)).toEqual(expected)
        if (isDown && keyed.has(method)) expect(given[1]?.[0]).toBe(given[0]?.[0])
      } finally {
        restore()
      }
      expect(await statementOf(person)).toEqual(statement)
    },
  )

  test('a slow provider holds nothing up, and what it answers in the end is kept', async () => {
    const { expected, statement } = await calmly(row)
    const person = await prepared(row)
    let answerNow = () => {}
    const slow = new Promise<void>((resolve) => {
      answerNow = resolve
    })
    let hasBegun = () => {}
    const begun = new Promise<void>((resolve) => {
      hasBegun = resolve
    })
    const { restore } = onNext(method, async (real) => {
      hasBegun()
      await slow
      return real()
    })
    try {
      const asked = row.act(app, person)
      await begun
      // No row of theirs is locked and no connection is held meanwhile.
      expect((await person.call('readBilling')).status).toBe(200)
      await expect.poll(listWaiting, { timeout: 10_000 }).toEqual([])
      answerNow()
      expect(await asked).toEqual(expected)
    } finally {
      restore()
    }
    expect(await statementOf(person)).toEqual(statement)
  })
})

test('an answer that arrives after a later one does not bring back what was before it', async () => {
  const row = faultRows.listSubscriptions as FaultRow[]
  const person = await prepared(row[0] as FaultRow)
  let answerNow = () => {}
  const slow = new Promise<void>((resolve) => {
    answerNow = resolve
  })
  let hasRead = () => {}
  const read = new Promise<void>((resolve) => {
    hasRead = resolve
  })
  const { restore } = onNext('listSubscriptions', async (real) => {
    const old = await real()
    hasRead()
    await slow
    return old
  })
  try {
    const settling = settlePayments(app.ctx, person.accountId)
    await read
    await person.call('cancelPlan')
    answerNow()
    await settling
  } finally {
    restore()
  }
  expect((await person.call('readBilling')).body.subscription.scheduled).toMatchObject({ kind: 'cancel' })
})

test('what the provider has done while the database was away is found by the job that was queued before', async () => {
  const [row] = faultRows.subscribe as FaultRow[]
  const person = await prepared(row as FaultRow)
  const { db } = app.ctx
  const { restore } = onNext('subscribe', async (real) => {
    const id = await real()
    await sql`alter table payment_calls rename to payment_calls_away`.execute(db)
    return id
  })
  try {
    expect((await (row as FaultRow).act(app, person)).status).toBe(500)
  } finally {
    restore()
    await sql`alter table payment_calls_away rename to payment_calls`.execute(db)
  }
  expect((await person.call('readBilling')).body.role).toBe('free')
  await app.passTime(61_000)
  await app.runJobs()
  expect((await person.call('readBilling')).body).toMatchObject({ role: 'business', status: 'active' })
  expect((await (row as FaultRow).act(app, person)).code).toBe('already-subscribed')
})
