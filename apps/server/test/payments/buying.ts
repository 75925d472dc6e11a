/** What people do who buy at the sandbox of a test app. */
import { expect } from 'vitest'
import { addJob } from '../../src/platform/jobs/add-job.ts'
import { passTime } from '../../src/platform/payments/sandbox/sandbox-store.ts'
import type { Answer, TestApp } from '../app/test-app.ts'
import type { AccountPerson } from '../people/account-person.ts'
import { GOOD } from './provider-acts.ts'

const DAY = 86_400

export const buyingAt = (app: () => TestApp) => {
  const start = async (person: AccountPerson, price: string, more: object = {}) => {
    const { status, body } = await person.call('createCheckoutSession', { body: { price_id: price, ...more } })
    expect([status, body.code]).toEqual([200, undefined])
    return body.session as string
  }
  const pay = (person: AccountPerson, session: string, number = GOOD): Promise<Answer> =>
    person.call('payAtSandbox', { params: { session }, body: { method: 'card', number, month: 12, year: 2090 } })
  const billing = async (person: AccountPerson) => (await person.call('readBilling')).body
  const checkout = async (person: AccountPerson, session: string) =>
    (await person.call('readCheckout', { params: { session } })).body
  return {
    start,
    pay,
    billing,
    checkout,
    /** The whole way; answers the session. */
    buy: async (person: AccountPerson, price: string, more: { trial?: boolean; number?: string } = {}) => {
      const { number, ...wish } = more
      const session = await start(person, price, wish)
      expect((await pay(person, session, number)).body).toEqual({ result: 'paid' })
      await app().runJobs()
      return session
    },
    /** Has the provider's time pass, and what is due happen. */
    pass: async (days: number) => {
      await passTime(app().ctx.db, Math.round(days * DAY))
      await addJob(app().ctx.db, 'advance-sandbox', {})
      await app().runJobs()
    },
    limitOf: async (person: AccountPerson) => (await person.call('readFolderSize', { body: {} })).body.limit as number,
  }
}
