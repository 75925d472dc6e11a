import * as endpoints from '@waybill/contract/billing/payment-endpoints'
import * as sandboxEndpoints from '@waybill/contract/billing/sandbox-endpoints'
import * as wireEndpoints from '@waybill/contract/billing/stripe-wire-endpoints'
import { Problem } from '@waybill/contract/core/problems'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { accountOf } from '../platform/http/actor.ts'
import { bind } from '../platform/http/bind.ts'
import { cardLinkRoutes } from './card-link/card-link-page.ts'
import { cancelPlan, changeCard, payOpenInvoice, undoScheduled } from './change-plan.ts'
import { createCheckoutSession } from './create-checkout-session.ts'
import { listInvoices } from './invoice/list-invoices.ts'
import { printInvoice } from './invoice/print-invoice.ts'
import { applyPromotion, previewPromotion } from './promotions/use-promotion.ts'
import { readBilling } from './read-billing.ts'
import { readCheckout } from './read-checkout.ts'
import { receivePaymentEvent } from './receive-payment-event.ts'
import { payAtSandbox, readSandboxCheckout, typeSandboxCode } from './sandbox-checkouts.ts'
import { saveCompany } from './save-company.ts'
import { addCard, createSubscription, readStripeData } from './stripe-wire.ts'
import { previewSwitch, switchPlan } from './switch-plan.ts'

export function paymentRoutes(app: FastifyInstance, ctx: Context): void {
  bind(app, endpoints.readBilling, ({ actor }) => readBilling(ctx, accountOf(actor).id))
  bind(app, endpoints.createCheckoutSession, ({ actor, body }) => createCheckoutSession(ctx, actor, body))
  bind(app, endpoints.readCheckout, ({ actor, params }) => readCheckout(ctx, accountOf(actor).id, params.session))
  bind(app, endpoints.changeCard, ({ actor, body }) => changeCard(ctx, actor, body))
  bind(app, endpoints.previewSwitch, ({ actor, body }) => previewSwitch(ctx, actor, body))
  bind(app, endpoints.switchPlan, ({ actor, body }) => switchPlan(ctx, actor, body))
  bind(app, endpoints.cancelPlan, ({ actor }) => cancelPlan(ctx, actor))
  bind(app, endpoints.undoScheduled, ({ actor }) => undoScheduled(ctx, actor))
  bind(app, endpoints.payOpenInvoice, ({ actor }) => payOpenInvoice(ctx, actor))
  bind(app, endpoints.listInvoices, ({ actor }) => listInvoices(ctx, actor))
  bind(app, endpoints.printInvoice, async ({ actor, params, reply }) => {
    const { number, bytes } = await printInvoice(ctx, actor, params.invoice)
    const headers = {
      'content-disposition': `attachment; filename="waybill-invoice-${number}.pdf"`,
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    }
    await reply.headers(headers).type('application/pdf').send(bytes)
    return undefined
  })
  bind(app, endpoints.saveCompany, ({ actor, body }) => saveCompany(ctx, actor, body))
  bind(app, endpoints.previewPromotion, ({ actor, body }) => previewPromotion(ctx, actor, body.code))
  bind(app, endpoints.applyPromotion, ({ actor, body }) => applyPromotion(ctx, actor, body.code))
  bind(app, wireEndpoints.readStripeData, ({ actor, request }) => readStripeData(ctx, actor, request.headers.stripeid))
  bind(app, wireEndpoints.addCard, ({ actor, body }) => addCard(ctx, actor, body))
  bind(app, wireEndpoints.createSubscription, ({ actor, body }) => createSubscription(ctx, actor, body))
  bind(app, sandboxEndpoints.readSandboxCheckout, ({ actor, params }) =>
    readSandboxCheckout(ctx, actor, params.session),
  )
  bind(app, sandboxEndpoints.payAtSandbox, ({ actor, params, body }) => payAtSandbox(ctx, actor, params.session, body))
  bind(app, sandboxEndpoints.typeSandboxCode, ({ actor, params, body }) =>
    typeSandboxCode(ctx, actor, params.session, body.code),
  )
  cardLinkRoutes(app, ctx)
  app.register(async (scope) => eventRoute(scope, ctx))
}

/** The signature is over the bytes as they came: nothing else may read the body. Without one the body is not read. */
function eventRoute(scope: FastifyInstance, ctx: Context): void {
  scope.addHook('onRequest', async ({ headers }) => {
    if (!isTimed(headers['stripe-signature'])) throw new Problem('webhook-refused', { because: 'signature' })
  })
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  bind(scope, endpoints.receivePaymentEvent, async ({ request }) => {
    const body = request.body instanceof Uint8Array ? request.body : Buffer.alloc(0)
    const signature = request.headers['stripe-signature']
    await receivePaymentEvent(ctx, body, typeof signature === 'string' ? signature : undefined)
    return undefined
  })
}

/** Whether a header has the form of a signature, which names its time. */
const isTimed = (signature: unknown): boolean =>
  typeof signature === 'string' && /^(?:[^,]{0,200},)?t=\d{1,12},/.test(signature)
