import { countOtherBuyers, listSold } from '../../billing/index.ts'
import { countReferrals } from '../../identity/accounts/index.ts'
import { type Command, readWords } from '../command.ts'
import { withDatabase } from '../with-database.ts'

export const revenue: Command = {
  help: `Usage: npm run waybill -- revenue [--json]

Counts the subscriptions of each plan by their state, and what they bring in a month in US$, before discounts and tax: a
year counts a twelfth, and only active and past_due subscriptions bring anything. Then the sum of it (mrr), the
workspaces that have paid ahead (prepaid), and those that had a plan and have none now (churned). All figures are as
they were last read from the payment provider, which is done at every change and every night. At the end a line for each
partner (via) whose link led accounts here: its name, the accounts, and those of them that pay.

Columns are separated by tabs: plan, period, state, subscriptions, US$ a month.

  --json   Prints one JSON object.
`,
  async run(typed, print) {
    const { values } = readWords(typed, { options: { json: { type: 'boolean' } }, words: [] })
    await withDatabase(async ({ db }) => {
      const plans = (await listSold(db)).map((sold) => ({
        ...sold,
        monthlyCents: isPaid(sold) ? sold.monthlyCents : 0,
      }))
      const mrrCents = plans.reduce((sum, { monthlyCents }) => sum + monthlyCents, 0)
      const others = await countOtherBuyers(db)
      const referrals = await countReferrals(db)
      if (values.json) return print(`${JSON.stringify({ plans, mrrCents, ...others, referrals })}\n`)
      for (const { role, period, status, subscriptions, monthlyCents } of plans) {
        print(`${[role, period, status, subscriptions, usd(monthlyCents)].join('\t')}\n`)
      }
      print(`mrr\t${usd(mrrCents)}\nprepaid\t${others.prepaid}\nchurned\t${others.churned}\n`)
      for (const { referral, accounts, paying } of referrals) print(`via\t${referral}\t${accounts}\t${paying}\n`)
    })
    return 0
  },
}

const isPaid = ({ status }: { status: string }): boolean => status === 'active' || status === 'past_due'
const usd = (cents: number): string => (cents / 100).toFixed(2)
