/**
 * Which calls of ours reach each method of the payment port, and what they need before: the table of provider-faults.test.ts.
 * A new method of the port does not compile without a row.
 */
import { sql } from 'kysely'
import { refundPurchase } from '../../src/payments/refund-purchase.ts'
import { settlePayments } from '../../src/payments/settle-payments.ts'
import type { PaymentProvider } from '../../src/platform/payments/payment-provider.ts'
import type { TestApp } from '../app/test-app.ts'
import { type AccountPerson, PASSWORD } from '../people/account-person.ts'
import { buyingAt } from './buying.ts'

export interface FaultRow {
  /** What calls it: the name of an endpoint, of a job or of a command. */
  by: string
  /** What has to be there before. */
  prepare?: (app: TestApp, person: AccountPerson) => Promise<unknown>
  /** Answers a status and the problem's code, as an endpoint does. */
  act: (app: TestApp, person: AccountPerson) => Promise<{ status: number; code?: string | undefined }>
  /** Where the call succeeds without the provider's answer, which is only asked for something beside. */
  isBeside?: boolean
}

type Rows = Record<Exclude<keyof PaymentProvider, 'kind' | 'readEvent'>, FaultRow[] | 'only a command calls it'>

const PRO = 'sandbox_pro_monthly'
const BUSINESS = 'sandbox_business_monthly'
const PERSONAL = 'sandbox_personal_monthly'
const PREPAID = 'sandbox_pro_monthly_prepaid'

const calls =
  (name: Parameters<AccountPerson['call']>[0], options: object | ((person: AccountPerson) => object) = {}) =>
  async (_app: TestApp, person: AccountPerson) => {
    const { status, body } = await person.call(name, typeof options === 'function' ? options(person) : options)
    return { status, code: body?.code as string | undefined }
  }
const started = (price_id: string, more: object = {}) =>
  calls('createCheckoutSession', { body: { price_id, trial: false, ...more } })
const [startsPro, startsBusiness] = [started(PRO), started(BUSINESS)]
const prepaidStarted = calls('createCheckoutSession', { body: { price_id: PREPAID } })

/** A job or a command: its Problem as an endpoint would answer it. */
const runs =
  (act: (app: TestApp, person: AccountPerson) => Promise<unknown>) => async (app: TestApp, person: AccountPerson) => {
    try {
      const outcome = await act(app, person)
      const isUnanswered = (outcome as { kind?: string } | undefined)?.kind === 'unanswered'
      return isUnanswered ? { status: 503, code: 'payments-unavailable' } : { status: 200 }
    } catch (error) {
      const { code } = error as { code?: string }
      if (code === 'payments-unavailable') return { status: 503, code }
      throw error
    }
  }
const settles = runs((app, { accountId }) => settlePayments(app.ctx, accountId))
const refunds = runs((app, { accountId }) => refundPurchase(app.ctx, accountId))

/** Read back at once: the events of a purchase are for other tests. */
const buys = (price: string) => async (app: TestApp, person: AccountPerson) => {
  const { start, pay } = buyingAt(() => app)
  await pay(person, await start(person, price, price === PREPAID ? {} : { trial: false }))
  await settlePayments(app.ctx, person.accountId)
}
const [bought, boughtPrepaid] = [buys(PRO), buys(PREPAID)]
const overdue = (app: TestApp, person: AccountPerson) => buyingAt(() => app).makeOverdue(person)

/** A card that is attached to the customer, as the provider's own script would have made it. */
async function withCard(app: TestApp, person: AccountPerson): Promise<void> {
  await startsPro(app, person)
  await sql`insert into sandbox_cards (id, customer_id, number, month, year, created_at)
    select ${`pm_${person.accountId}`}, id, '4242424242424242', 12, 2090, now() from sandbox_customers
    where account = ${person.accountId}`.execute(app.ctx.db)
}
const adds = calls('addCard', ({ accountId }) => ({ body: { paymentMethodId: `pm_${accountId}` } }))
const subscribes = calls('createSubscription', { body: { priceId: BUSINESS } })
const withCardInUse = async (app: TestApp, person: AccountPerson) => {
  await withCard(app, person)
  await adds(app, person)
}

/** A subscriber, and a promotion that nobody else knows. */
const codeOf = ({ accountId }: AccountPerson) => `T${accountId.replaceAll(/[^A-Za-z0-9]/g, '')}`.toUpperCase()
async function withPromotion(app: TestApp, person: AccountPerson) {
  await bought(app, person)
  const terms = { percentOff: 50, amountOff: null, months: null, redeemBy: null, maxRedemptions: null }
  const code = codeOf(person)
  await app.ctx.payments?.provider.makePromotion(`make-${code}`, { code, ...terms })
}
const promotes = (name: 'previewPromotion' | 'applyPromotion') =>
  calls(name, (person) => ({ body: { code: codeOf(person) } }))
const previews = promotes('previewPromotion')
const cancels = calls('cancelPlan')
const savesCompany = calls('saveCompany', { body: { name: 'Quiet Works', address: null, taxId: null } })

async function switches(app: TestApp, person: AccountPerson, price: string) {
  const { body } = await person.call('previewSwitch', { body: { price } })
  // A press that is repeated names what was seen before.
  const { dueNow, at } = (seenBy.get(person.accountId) ?? body) as { dueNow: unknown; at: unknown }
  seenBy.set(person.accountId, { dueNow, at })
  return calls('switchPlan', { body: { price, seen: { dueNow, at } } })(app, person)
}
const seenBy = new Map<string, unknown>()

export const faultRows: Rows = {
  makeCustomer: [
    { by: 'createCheckoutSession', act: startsPro },
    { by: 'addCard', act: calls('addCard', { body: { paymentMethodId: 'pm_x' } }) },
    { by: 'createSubscription', act: subscribes },
    { by: 'saveCompany', act: savesCompany },
  ],
  removeCustomer: [
    { by: 'deleteAccount', prepare: bought, act: calls('deleteAccount', { body: { password: PASSWORD } }) },
  ],
  startCheckout: [
    { by: 'createCheckoutSession', act: startsPro },
    { by: 'createCheckoutSession, prepaid', act: prepaidStarted },
    { by: 'changeCard', prepare: bought, act: calls('changeCard', { body: {} }) },
  ],
  readCheckout: [
    { by: 'createCheckoutSession, again', prepare: startsPro, act: startsPro },
    { by: 'createCheckoutSession, of another', prepare: startsPro, act: startsBusiness },
    { by: 'settle-payments', prepare: startsPro, act: settles },
  ],
  closeCheckout: [
    { by: 'createCheckoutSession, of another', prepare: startsPro, act: startsBusiness },
    { by: 'createSubscription', prepare: withCardInUse, act: subscribes },
  ],
  useCard: [{ by: 'addCard', prepare: withCard, act: adds }],
  hasCard: [{ by: 'createSubscription', prepare: withCardInUse, act: subscribes }],
  subscribe: [{ by: 'createSubscription', prepare: withCardInUse, act: subscribes }],
  previewSwitch: [{ by: 'previewSwitch', prepare: bought, act: calls('previewSwitch', { body: { price: BUSINESS } }) }],
  switchNow: [{ by: 'switchPlan', prepare: bought, act: (app, person) => switches(app, person, BUSINESS) }],
  switchLater: [{ by: 'switchPlan', prepare: bought, act: (app, person) => switches(app, person, PERSONAL) }],
  cancel: [
    { by: 'cancelPlan', prepare: bought, act: cancels },
    { by: 'cancelPlan, overdue', prepare: overdue, act: cancels },
    { by: 'refund', prepare: bought, act: refunds },
  ],
  undoScheduled: [
    {
      by: 'undoScheduled',
      prepare: async (app, person) => {
        await bought(app, person)
        await person.call('cancelPlan')
      },
      act: calls('undoScheduled'),
    },
  ],
  payOpenInvoice: [{ by: 'payOpenInvoice', prepare: overdue, act: calls('payOpenInvoice') }],
  makePromotion: 'only a command calls it',
  listPromotions: 'only a command calls it',
  endPromotion: 'only a command calls it',
  readPromotion: [{ by: 'previewPromotion', prepare: withPromotion, act: previews }],
  previewPromotion: [{ by: 'previewPromotion', prepare: withPromotion, act: previews }],
  applyPromotion: [{ by: 'applyPromotion', prepare: withPromotion, act: promotes('applyPromotion') }],
  saveCompany: [{ by: 'saveCompany', act: savesCompany }],
  readCompany: [{ by: 'settle-payments', prepare: bought, act: settles }],
  findPromotion: [{ by: 'createCheckoutSession', act: started(PRO, { promotion: 'NOTHING' }) }],
  refund: [
    { by: 'refund', prepare: bought, act: refunds },
    { by: 'refund, prepaid', prepare: boughtPrepaid, act: refunds },
  ],
  readPayment: [
    { by: 'settle-payments', prepare: boughtPrepaid, act: settles },
    { by: 'refund', prepare: boughtPrepaid, act: refunds },
  ],
  listInvoices: [
    { by: 'listInvoices', prepare: bought, act: calls('listInvoices') },
    { by: 'refund', prepare: bought, act: refunds },
  ],
  readSubscription: [
    {
      by: 'createSubscription, of a trial that is refused',
      prepare: async (app, person) => {
        await withCardInUse(app, person)
        const known = app.ctx.payments?.provider.kind ?? 'sandbox'
        const card = 'sandbox-4242424242424242-12-2090'
        await sql`insert into payment_trials (provider, mark, subscription)
          select ${known}, 'card:' || encode(sha256(${card}::bytea), 'hex'), 'sub_of_another' on conflict do nothing`.execute(
          app.ctx.db,
        )
      },
      act: calls('createSubscription', { body: { priceId: BUSINESS, trial: true } }),
      isBeside: true,
    },
  ],
  listSubscriptions: [
    { by: 'settle-payments', prepare: bought, act: settles },
    { by: 'cancelPlan', prepare: bought, act: cancels, isBeside: true },
    { by: 'createCheckoutSession, of another', prepare: startsPro, act: startsBusiness },
  ],
}
