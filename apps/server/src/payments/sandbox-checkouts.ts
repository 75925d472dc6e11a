import type {
  payAtSandbox as payEndpoint,
  readSandboxCheckout as readEndpoint,
} from '@waybill/contract/billing/sandbox-endpoints'
import type { BodyOf, ReplyOf } from '@waybill/contract/core/endpoint'
import { Problem } from '@waybill/contract/core/problems'
import type { Context } from '../context.ts'
import type { Actor } from '../platform/http/actor.ts'
import type { Budget } from '../platform/http/limits/rate-limits.ts'
import { addJob } from '../platform/jobs/add-job.ts'
import type { SandboxParts } from '../platform/payments/sandbox/sandbox-calls.ts'
import * as page from '../platform/payments/sandbox/sandbox-page.ts'
import { presentOffer } from './read-billing.ts'
import { receivePaymentEvent } from './receive-payment-event.ts'

type Selling = Pick<Context, 'db' | 'payments'>
type Paying = Selling & Pick<Context, 'limits'>

const readsPerNetwork: Budget = { name: 'sandbox-reads', points: 300, seconds: 600 }
const triesPerNetwork: Budget = { name: 'sandbox-payments', points: 120, seconds: 3_600 }

/** @throws Problem 'checkout-not-found' where another provider sells */
function requireSandbox({ payments }: Selling): SandboxParts {
  if (payments?.sandbox == null) throw new Problem('checkout-not-found')
  return payments.sandbox
}

/** @throws Problem 'checkout-not-found', 'too-many-requests' {retryAfterSeconds} */
export async function readSandboxCheckout(
  ctx: Paying,
  { network }: Pick<Actor, 'network'>,
  session: string,
): Promise<ReplyOf<typeof readEndpoint>> {
  const sandbox = requireSandbox(ctx)
  await ctx.limits.spend(readsPerNetwork, network)
  const shown = await page.readSandboxPage(sandbox, session)
  if (shown === null) throw new Problem('checkout-not-found')
  const { price, expiresAt, ...rest } = shown
  return { ...rest, offer: presentOffer(ctx.payments?.prices ?? null, price), expiresAt: expiresAt.toISOString() }
}

/** @throws Problem as the endpoint says */
export async function payAtSandbox(
  ctx: Paying,
  actor: Pick<Actor, 'network'>,
  session: string,
  body: BodyOf<typeof payEndpoint>,
): Promise<ReplyOf<typeof payEndpoint>> {
  const sandbox = await requireTry(ctx, actor, session)
  const result = await page.payAtPage(sandbox, session, paymentOf(body))
  await addJob(ctx.db, 'send-sandbox-events', {}, { key: 'send-sandbox-events' })
  return { result }
}

function paymentOf(body: BodyOf<typeof payEndpoint>): Parameters<typeof page.payAtPage>[2] {
  if (body.method !== 'card') return body
  const { number, month, year, isConfirmed } = body
  return { method: 'card', card: { number, month, year }, isConfirmed: isConfirmed ?? null }
}

/** @throws Problem as the endpoint says */
export async function typeSandboxCode(
  ctx: Paying,
  actor: Pick<Actor, 'network'>,
  session: string,
  code: string,
): Promise<{ isGiven: boolean }> {
  return { isGiven: await page.typeCodeAtSandbox(await requireTry(ctx, actor, session), session, code) }
}

async function requireTry(ctx: Paying, { network }: Pick<Actor, 'network'>, session: string): Promise<SandboxParts> {
  const sandbox = requireSandbox(ctx)
  await ctx.limits.spend(triesPerNetwork, network)
  if ((await page.readSandboxPage(sandbox, session)) === null) throw new Problem('checkout-not-found')
  return sandbox
}

const AT_ONCE = 100

/** Has what is due in the sandbox happen, tells of it, and deletes what is old. Elsewhere nothing. */
export async function advanceSandbox(ctx: Selling & Pick<Context, 'log'>): Promise<void> {
  const sandbox = ctx.payments?.sandbox
  if (sandbox == null) return
  await page.settleSandbox(sandbox, { limit: AT_ONCE, log: ctx.log })
  await sendSandboxEvents(ctx)
  await page.tidySandbox(sandbox)
}

/** Sends the sandbox's events through the same door as a provider's. */
export async function sendSandboxEvents(ctx: Selling): Promise<void> {
  const sandbox = ctx.payments?.sandbox
  if (sandbox == null) return
  for (let events = await page.untoldEvents(sandbox, AT_ONCE); events.length > 0; ) {
    for (const { body, signature, told } of events) {
      await receivePaymentEvent(ctx, body, signature)
      await told()
    }
    events = await page.untoldEvents(sandbox, AT_ONCE)
  }
}
