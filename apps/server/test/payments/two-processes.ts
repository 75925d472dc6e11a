/** Two processes of one server, on one database and without HTTP: what sells, twice. */

import type { Context } from '../../src/context.ts'
import type { PaymentContext } from '../../src/payments/ask-provider.ts'
import { openDatabase } from '../../src/platform/database/open.ts'
import type { Actor } from '../../src/platform/http/actor.ts'
import { makeRateLimits } from '../../src/platform/http/limits/rate-limits.ts'
import { newId } from '../../src/platform/ids.ts'
import { openPayments, type Payments } from '../../src/platform/payments/open-payments.ts'
import { openTestContext } from '../app/test-context.ts'
import { putAccount } from '../people/put-account.ts'

export type SellingProcess = PaymentContext & Pick<Context, 'clock'> & { payments: Payments }

export interface TwoProcesses {
  processes: [SellingProcess, SellingProcess]
  /** A new account; its id is its workspace's too. */
  addBuyer(): Promise<Buyer>
  close(): Promise<void>
}

export type Buyer = Pick<Actor, 'language'> & { account: NonNullable<Actor['account']> }

type Sell = (ctx: Pick<Context, 'config' | 'db' | 'clock' | 'masterKey'>) => Promise<Payments | null>

export async function openTwoProcesses(sell: Sell = openPayments): Promise<TwoProcesses> {
  const { ctx: first, close } = await openTestContext()
  const second = await openDatabase(first.config, first.log)
  const processOf = async (db: Context['db']): Promise<SellingProcess> => {
    const own = { ...first, db, limits: makeRateLimits(db) }
    const payments = await sell(own)
    if (payments === null) throw new Error('nothing is on sale in this test')
    return { ...own, payments }
  }
  const processes: TwoProcesses['processes'] = [await processOf(first.db), await processOf(second.db)]
  return {
    processes,
    async addBuyer() {
      const id = newId()
      const email = `${id}@buyers.example`
      await putAccount(first.db, { id, email, password_hash: 'x', full_name: '', company: '' })
      const who = {
        fullName: '',
        company: '',
        language: 'en',
        timeZone: null,
        sessionId: 'x',
        memberRole: 'admin',
        lacksFactor: false,
        operator: 'no',
      } as const
      return {
        language: 'en',
        account: { id, workspaceId: id, email, role: 'free', subscription: 'trialing', isSuspended: false, ...who },
      }
    },
    async close() {
      await second.close()
      await close()
    },
  }
}
