/** What people do who buy at the sandbox of a test app, and what becomes of it. */
import { sql } from 'kysely'
import { expect } from 'vitest'
import { addJob } from '../../src/platform/jobs/add-job.ts'
import { passTime } from '../../src/platform/payments/sandbox/sandbox-store.ts'
import type { Answer, TestApp } from '../app/test-app.ts'
import type { AccountPerson } from '../people/account-person.ts'
import type { Person } from '../people/people.ts'
import { FAILS_LATER, GOOD } from './provider-acts.ts'

const DAY = 86_400

let overdueMade = 0
/** A card has one trial; with another date it is another card. */
function nextExpiry(): { month: number; year: number } {
  overdueMade += 1
  return { month: 1 + (overdueMade % 12), year: 2_089 - (Math.floor(overdueMade / 12) % 50) }
}

/** Has the sandbox tell nothing of what happens in it, until the answer is called. */
export async function dropEvents({ ctx: { db } }: TestApp): Promise<() => Promise<unknown>> {
  await sql`create function drop_events() returns trigger language plpgsql as
    $$ begin new.told_at = now(); return new; end $$`.execute(db)
  await sql`create trigger drop_events before insert on sandbox_events
    for each row execute function drop_events()`.execute(db)
  return () => sql`drop function drop_events cascade`.execute(db)
}

export const buyingAt = (app: () => TestApp) => {
  const start = async (person: AccountPerson, price: string, more: object = {}) => {
    const { status, body } = await person.call('createCheckoutSession', { body: { price_id: price, ...more } })
    expect([status, body.code]).toEqual([200, undefined])
    return body.session as string
  }
  const pay = (
    person: Person,
    session: string,
    number = GOOD,
    { month, year } = { month: 12, year: 2_090 },
  ): Promise<Answer> =>
    person.call('payAtSandbox', { params: { session }, body: { method: 'card', number, month, year } })
  const billing = async (person: AccountPerson) => (await person.call('readBilling')).body
  const checkout = async (person: AccountPerson, session: string) =>
    (await person.call('readCheckout', { params: { session } })).body
  /** A test account's workspace has the account's id. */
  const settle = async ({ accountId: workspaceId }: AccountPerson) => {
    await addJob(app().ctx.db, 'settle-payments', { workspaceId })
    await app().runJobs()
  }
  return {
    start,
    pay,
    billing,
    checkout,
    settle,
    /** The whole way; answers the session. */
    buy: async (person: AccountPerson, price: string, more: { trial?: boolean; number?: string } = {}) => {
      const { number, ...wish } = more
      const session = await start(person, price, wish)
      expect((await pay(person, session, number)).body).toEqual({ result: 'paid' })
      await app().runJobs()
      return session
    },
    /** Has a trial of the person end, and its charge fail. */
    makeOverdue: async (person: AccountPerson, price = 'sandbox_pro_monthly') => {
      const session = await start(person, price)
      expect((await pay(person, session, FAILS_LATER, nextExpiry())).body).toEqual({ result: 'paid' })
      await settle(person)
      await sql`with now as (select now() + make_interval(secs => coalesce((select ahead_seconds from sandbox_clock), 0)) as at)
        update sandbox_subscriptions set period_ends_at = now.at, trial_ends_at = now.at from now
        where customer_id in (select id from sandbox_customers where account = ${person.accountId})`.execute(
        app().ctx.db,
      )
      await settle(person)
    },
    /** Has the provider's time pass, and what is due happen. */
    pass: async (days: number) => {
      await passTime(app().ctx.db, Math.round(days * DAY))
      await addJob(app().ctx.db, 'advance-sandbox', {})
      await app().runJobs()
    },
    /** The person's name at the provider. */
    customerOf: async ({ accountId }: AccountPerson): Promise<string> => {
      const rows = app().ctx.db.selectFrom('payment_customers').select('customer').where('workspace_id', '=', accountId)
      return (await rows.executeTakeFirstOrThrow()).customer
    },
    limitOf: async (person: AccountPerson) => (await person.call('readFolderSize', { body: {} })).body.limit as number,
  }
}
