import { createHash } from 'node:crypto'
import { Problem } from '@waybill/contract/core/problems'
import { systemClock } from '../../platform/clock.ts'
import { openMasterKey } from '../../platform/database/starting/check-master-key.ts'
import { openPayments } from '../../platform/payments/open-payments.ts'
import type { PromotionState, PromotionWish } from '../../platform/payments/payment-particulars.ts'
import type { PaymentProvider } from '../../platform/payments/payment-provider.ts'
import { type Command, readWords, UsageError } from '../command.ts'
import { withDatabase } from '../with-database.ts'

const MOST_MONTHS = 120
const MOST_REDEMPTIONS = 1_000_000
const MOST_CENTS = 1_000_000

type Said = { isDone: boolean; text: string }

export const makePromotion: Command = {
  help: `Usage: npm run waybill -- promotion make <code> --percent <number> | --off <dollars> [options]

Makes a promotion code at the payment provider. Customers type it at the checkout, or under Account, Billing.

  --percent   What it takes off, from 1 to 100.
  --off       The same in US$, such as 5 or 4.50.
  --months    For how many months of a subscription. Default: for as long as it runs.
  --until     The last day on which it can be redeemed, UTC: 2027-01-31.
  --most      How often it can be redeemed in all.
`,
  async run(typed, print) {
    const options = {
      percent: { type: 'string' },
      off: { type: 'string' },
      months: { type: 'string' },
      until: { type: 'string' },
      most: { type: 'string' },
    } as const
    const { values, positionals } = readWords(typed, { options, words: ['code'] })
    const wish = wishOf(positionals[0], values)
    return tell(await atProvider('promotion make', (provider) => makeOnce(provider, wish)), print)
  },
}

/** The key follows from the wish and from what had the code before: a second try after a lost answer makes no second one. */
async function makeOnce(provider: PaymentProvider, wish: PromotionWish): Promise<Said> {
  const before = await provider.readPromotion(wish.code)
  if (before?.status === 'open') {
    return { isDone: false, text: `There is a promotion with the code ${wish.code} already. End it first.` }
  }
  const hash = createHash('sha256').update(JSON.stringify(wish)).digest('hex').slice(0, 32)
  await provider.makePromotion(`promotion-${hash}-${before?.id ?? 'first'}`, wish)
  return { isDone: true, text: `The promotion code ${wish.code} can be redeemed.` }
}

type Typed = Partial<Record<'percent' | 'off' | 'months' | 'until' | 'most', string>>

/** @throws UsageError */
function wishOf(typed: string | undefined, { percent, off, months, until, most }: Typed): PromotionWish {
  const code = typed?.toUpperCase() ?? ''
  if (!/^[A-Z0-9]{3,50}$/.test(code)) throw new UsageError('The code has 3 to 50 letters and digits.')
  if ((percent === undefined) === (off === undefined)) throw new UsageError('Give either --percent or --off.')
  return {
    code,
    percentOff: wholeOf('--percent', percent, 100),
    amountOff: off === undefined ? null : { minor: centsOf(off), currency: 'usd' },
    months: wholeOf('--months', months, MOST_MONTHS),
    redeemBy: until === undefined ? null : endOfDay(until),
    maxRedemptions: wholeOf('--most', most, MOST_REDEMPTIONS),
  }
}

function wholeOf(name: string, typed: string | undefined, most: number): number | null {
  if (typed === undefined) return null
  const number = Number(typed)
  if (!/^\d+$/.test(typed) || number < 1 || number > most) {
    throw new UsageError(`${name} must be a whole number from 1 to ${most}.`)
  }
  return number
}

function centsOf(typed: string): number {
  const cents = /^\d+(?:\.\d\d)?$/.test(typed) ? Math.round(Number(typed) * 100) : 0
  if (cents < 1 || cents > MOST_CENTS) throw new UsageError('--off must be a sum in US$, such as 5 or 4.50.')
  return cents
}

function endOfDay(typed: string): Date {
  const day = /^\d{4}-\d\d-\d\d$/.test(typed) ? new Date(`${typed}T23:59:59Z`) : new Date(Number.NaN)
  if (Number.isNaN(day.getTime()) || !day.toISOString().startsWith(typed)) {
    throw new UsageError('--until must be a day, such as 2027-01-31.')
  }
  if (day.getTime() <= systemClock.nowMs()) throw new UsageError('--until must not be in the past.')
  return day
}

export const listPromotions: Command = {
  help: `Usage: npm run waybill -- promotion list [--json]

Lists promotion codes, newest first, at most 100: code, what it takes off, months, last day to redeem, redemptions,
state (open, used-up or ended). Columns are separated by tabs.

  --json   Prints one JSON object a line.
`,
  async run(typed, print) {
    const { values } = readWords(typed, { options: { json: { type: 'boolean' } }, words: [] })
    const write = (one: PromotionState) => print(values.json ? `${JSON.stringify(one)}\n` : `${columnsOf(one)}\n`)
    const said = await atProvider(null, async (provider) => {
      for (const one of await provider.listPromotions()) write(one)
      return { isDone: true, text: '' }
    })
    return tell(said, print)
  },
}

function columnsOf({
  code,
  percentOff,
  amountOff,
  months,
  redeemBy,
  maxRedemptions,
  redemptions,
  status,
}: PromotionState) {
  const off = amountOff === null ? `${percentOff}%` : `US$${(amountOff.minor / 100).toFixed(2)}`
  const uses = maxRedemptions === null ? `${redemptions}` : `${redemptions}/${maxRedemptions}`
  return [code, off, months ?? 'for ever', redeemBy?.toISOString().slice(0, 10) ?? '', uses, status].join('\t')
}

export const endPromotion: Command = {
  help: `Usage: npm run waybill -- promotion end <code>

Ends a promotion code: nobody can redeem it any more. Subscriptions that have it keep it.
`,
  async run(typed, print) {
    const { positionals } = readWords(typed, { options: {}, words: ['code'] })
    const code = (positionals[0] ?? '').toUpperCase()
    const said = await atProvider('promotion end', async (provider) => {
      const found = await provider.readPromotion(code)
      if (found === null || found.status === 'ended') {
        return { isDone: false, text: `There is no promotion with the code ${code}, or it has ended before.` }
      }
      await provider.endPromotion(found.id)
      return { isDone: true, text: `The promotion code ${code} has ended.` }
    })
    return tell(said, print)
  },
}

function tell({ isDone, text }: Said, print: (text: string) => void): number {
  if (text !== '') print(`${text}\n`)
  return isDone ? 0 : 1
}

/** Asks the provider of the settings. `changes` names a command that changes something. */
async function atProvider(changes: string | null, ask: (provider: PaymentProvider) => Promise<Said>): Promise<Said> {
  const noted = changes === null ? null : { command: changes, isDone: ({ isDone }: Said) => isDone }
  return withDatabase(async (ctx) => {
    const { masterKey } = await openMasterKey(ctx.db, ctx.config.masterKeyFile)
    const payments = await openPayments({ ...ctx, masterKey, clock: systemClock })
    if (payments === null) return { isDone: false, text: 'This server sells nothing.' }
    try {
      return await ask(payments.provider)
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      return { isDone: false, text: 'The payment provider does not answer. Try again.' }
    }
  }, noted)
}
