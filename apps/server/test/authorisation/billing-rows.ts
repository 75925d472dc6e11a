import type { RouteName } from '@waybill/contract/core/routes'
import type { Row } from './rows.ts'
import { teamRows } from './team-rows.ts'

const noSubscription: Row['foreign'] = ['no-subscription']

/** The rows for an account's limits, its team and what it pays for. */
export const billingRows = {
  ...teamRows,
  releaseLinkUploads: { ask: () => ({}), foreign: 'own' },
  readFolderSize: { ask: ({ person }) => ({ body: { userid: person.accountId } }), foreign: ['not-yours'] },
  redeemLifetimeCodes: {
    ask: ({ person }) => ({ body: { userId: person.accountId, codes: ['AAAA-AAAA-AAAA-AAAA'] } }),
    foreign: ['not-yours'],
  },
  readBilling: { ask: () => ({}), foreign: 'own' },
  createCheckoutSession: {
    ask: ({ person, customer }) => ({
      body: { price_id: 'sandbox_pro_yearly', mongo_id: person.accountId, stripe_customerid: customer },
    }),
    foreign: ['not-yours'],
  },
  readCheckout: { ask: ({ checkout }) => ({ params: { session: checkout } }), foreign: ['checkout-not-found'] },
  changeCardByLink: {
    ask: () => ({ params: { token: 'nobody-holds-this' }, body: {} }),
    foreign: ['card-link-expired'],
  },
  changeCard: { ask: () => ({ body: {} }), foreign: noSubscription },
  previewSwitch: { ask: () => ({ body: { price: 'sandbox_business_yearly' } }), foreign: noSubscription },
  switchPlan: {
    ask: () => ({
      body: {
        price: 'sandbox_business_yearly',
        seen: { dueNow: { minor: 0, currency: 'usd' }, at: '2026-01-01T00:00:00.000Z' },
      },
    }),
    foreign: noSubscription,
  },
  cancelPlan: { ask: () => ({}), foreign: noSubscription },
  undoScheduled: { ask: () => ({}), foreign: noSubscription },
  payOpenInvoice: { ask: () => ({}), foreign: noSubscription },
  listInvoices: { ask: () => ({}), foreign: 'own' },
  printInvoice: { ask: ({ invoice }) => ({ params: { invoice } }), foreign: ['invoice-not-found'] },
  saveCompany: { ask: () => ({ body: { name: 'Weiye Gear', address: null, taxId: null } }), foreign: 'own' },
  previewPromotion: { ask: () => ({ body: { code: 'AUTUMN' } }), foreign: noSubscription },
  applyPromotion: { ask: () => ({ body: { code: 'AUTUMN' } }), foreign: noSubscription },
  readStripeData: { ask: ({ customer }) => ({ headers: { stripeId: customer } }), foreign: ['not-yours'] },
  addCard: {
    ask: ({ customer }) => ({ body: { paymentMethodId: 'pm_of_nobody', stripeCustomerId: customer } }),
    foreign: ['not-yours'],
  },
  createSubscription: {
    ask: ({ customer }) => ({ body: { priceId: 'sandbox_pro_yearly', stripeCustomerId: customer } }),
    foreign: ['not-yours'],
  },
  receivePaymentEvent: { ask: () => ({ body: { id: 'evt_forged' } }), foreign: ['webhook-refused'] },
  // Anyone with the whole id may pay, as on any provider's page.
  readSandboxCheckout: {
    ask: ({ checkout }) => ({ params: { session: `${checkout.slice(0, -2)}xx` } }),
    foreign: ['checkout-not-found'],
  },
  payAtSandbox: {
    ask: ({ checkout }) => ({
      params: { session: `${checkout.slice(0, -2)}xx` },
      body: { method: 'card', number: '4242424242424242', month: 1, year: 2090 },
    }),
    foreign: ['checkout-not-found'],
  },
  typeSandboxCode: {
    ask: ({ checkout }) => ({ params: { session: `${checkout.slice(0, -2)}xx` }, body: { code: 'AUTUMN' } }),
    foreign: ['checkout-not-found'],
  },
} satisfies Partial<Record<RouteName, Row>>
