import { Problem } from '@waybill/contract/core/problems'
import type { Context } from '../context.ts'
import { findAccountOfAddress } from '../identity/accounts/index.ts'
import { refundPurchase } from '../payments/index.ts'
import { systemClock } from '../platform/clock.ts'
import { openMasterKey } from '../platform/database/starting/check-master-key.ts'
import { openPayments } from '../platform/payments/open-payments.ts'
import { isAbout } from '../platform/security-log/security-scope.ts'
import { type Command, readWords } from './command.ts'
import { typedAddress } from './typed-address.ts'
import { type OpenedDatabase, withDatabase } from './with-database.ts'

export const refund: Command = {
  help: `Usage: npm run waybill -- refund <address>

Gives back the newest payment of the account, if it is at most 30 days old, and ends what it was for at once: the
subscription, or the period that was paid ahead. Ends with 1 where there is no such payment, or it was given back before.
`,
  async run(typed, print) {
    const { positionals } = readWords(typed, { options: {}, words: ['address'] })
    const address = typedAddress(positionals[0])
    const said = await withDatabase((ctx) => refundOf(ctx, address), {
      command: 'refund',
      isDone: ({ isDone }) => isDone,
    })
    print(`${said.text}\n`)
    return said.isDone ? 0 : 1
  },
}

async function refundOf(ctx: OpenedDatabase, address: string): Promise<{ isDone: boolean; text: string }> {
  const account = await findAccountOfAddress(ctx.db, address)
  isAbout({ address, accountId: account?.id })
  if (account === null) return { isDone: false, text: `No account has the address ${address}.` }
  const { masterKey } = await openMasterKey(ctx.db, ctx.config.masterKeyFile)
  const payments: Context['payments'] = await openPayments({ ...ctx, masterKey, clock: systemClock })
  try {
    const given = await refundPurchase({ ...ctx, payments, clock: systemClock }, account.workspace_id)
    if (given === null) return { isDone: false, text: `${address} has paid nothing in the last 30 days.` }
    const sum = `${(given.minor / 100).toFixed(2)} ${given.currency.toUpperCase()}`
    return { isDone: true, text: `${address} gets ${sum} back, and the plan has ended.` }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const why =
      error.code === 'payment-refused' ? 'it was given back before' : 'the provider does not answer; try again'
    return { isDone: false, text: `Nothing was given back: ${why}.` }
  }
}
