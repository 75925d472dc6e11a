import { Problem } from '@waybill/contract/core/problems'
import type { Context } from '../../context.ts'
import { findAccountOfAddress } from '../../identity/accounts/index.ts'
import { type RefundOutcome, refundPurchase } from '../../payments/index.ts'
import { systemClock } from '../../platform/clock.ts'
import { openMasterKey } from '../../platform/database/starting/check-master-key.ts'
import { openPayments } from '../../platform/payments/open-payments.ts'
import { isAbout } from '../../platform/security-log/security-scope.ts'
import { type Command, readWords } from '../command.ts'
import { typedAddress } from '../typed-address.ts'
import { type OpenedDatabase, withDatabase } from '../with-database.ts'

export const refund: Command = {
  help: `Usage: npm run waybill -- refund <address>

Ends at once what the newest payment of the account was for, if it is at most 30 days old: the subscription, or the
period that was paid ahead. Then gives the payment back. Ends with 1 where there is no such payment, where it was given
back before, and where the provider does not answer: run it again then, and nothing is given back twice.
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
    return say(address, await refundPurchase({ ...ctx, payments, clock: systemClock }, account.workspace_id))
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const text = 'Nothing was given back, and the plan may have ended: the provider does not answer. Try again.'
    return { isDone: false, text }
  }
}

function say(address: string, outcome: RefundOutcome): { isDone: boolean; text: string } {
  if (outcome.kind === 'none') return { isDone: false, text: `${address} has paid nothing in the last 30 days.` }
  const { minor, currency } = outcome.amount
  const sum = `${(minor / 100).toFixed(2)} ${currency.toUpperCase()}`
  switch (outcome.kind) {
    case 'refunded':
      return { isDone: true, text: `${address} gets ${sum} back, and the plan has ended.` }
    case 'refused':
      return {
        isDone: false,
        text: `The plan has ended. Nothing was given back now: all or a part of ${sum} was given back before.`,
      }
    case 'unanswered':
      return {
        isDone: false,
        text: `The plan has ended. The provider does not answer: ${sum} may not be given back yet. Try again.`,
      }
  }
}
