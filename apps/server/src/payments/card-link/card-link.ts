import type { SubscriptionView } from '@waybill/contract/billing/payment-shapes'
import { isOverdue } from '@waybill/contract/billing/standing'
import type { Language } from '@waybill/contract/core/fields'
import { Problem } from '@waybill/contract/core/problems'
import type { FastifyRequest } from 'fastify'
import { readBought } from '../../billing/index.ts'
import type { Context } from '../../context.ts'
import { findAccount } from '../../identity/accounts/index.ts'
import { guardMisses } from '../../platform/http/guards/guard-misses.ts'
import type { Budget } from '../../platform/http/limits/rate-limits.ts'
import type { Money } from '../../platform/payments/payment-provider.ts'
import type { PaymentContext } from '../ask-provider.ts'
import { beginCheckout, type StartedCheckout } from '../begin-checkout.ts'
import { findOwner } from '../payment-store.ts'
import { type CardLinkRow, findCardLink } from './card-link-store.ts'

export type CardLinkContext = PaymentContext & Pick<Context, 'alarms'>

/** The owner's own calls have a budget of their own: a link that is passed around cannot use it up. */
const checkoutsPerLink: Budget = { name: 'card-links', points: 20, seconds: 3_600 }

/** What the holder of a link may see: the plan, what is due, and which card is charged. */
export type CardLink =
  | { state: 'due'; view: SubscriptionView; due: Money | null }
  /** Nothing is due any more. */
  | { state: 'paid' }

export interface OpenedCardLink {
  row: CardLinkRow
  link: CardLink
}

/**
 * Reads a link; nothing is changed and the provider is not asked. A token that opens nothing counts as a miss of its
 * network.
 *
 * @throws Problem 'card-link-expired', the same for unknown and expired links and those of a plan that has ended;
 *   'too-many-requests', 'proof-required'
 */
export async function openCardLink(
  ctx: CardLinkContext,
  token: string,
  request: FastifyRequest,
): Promise<OpenedCardLink> {
  const row = await findCardLink(ctx.db, token)
  const link = row && (await stateOf(ctx, row))
  if (row !== null && link !== null) return { row, link }
  await guardMisses(ctx, request, { isMiss: true })
  throw new Problem('card-link-expired')
}

/**
 * Opens a link, and begins to change the card of its subscription.
 *
 * @throws Problem as `openCardLink` and `changeCard`
 */
export async function changeCardByLink(
  ctx: CardLinkContext,
  { token, language }: { token: string; language: Language },
  request: FastifyRequest,
): Promise<StartedCheckout> {
  return changeCard(ctx, await openCardLink(ctx, token, request), language)
}

/**
 * Begins to change the card of the link's subscription. What is overdue is paid once the checkout is settled.
 *
 * @throws Problem 'card-link-expired' where nothing is due; 'too-many-requests', 'payments-unavailable', 'still-working'
 */
export async function changeCard(
  ctx: CardLinkContext,
  { row, link }: OpenedCardLink,
  language: Language,
): Promise<StartedCheckout> {
  const { payments } = ctx
  const owner = await findOwner(ctx.db, row.workspace_id)
  const account = owner && (await findAccount(ctx.db, owner.id))
  if (payments === null || account === null || link.state !== 'due') throw new Problem('card-link-expired')
  await ctx.limits.spend(checkoutsPerLink, row.token_hash.toString('hex'))
  const buyer = { payments, account, workspaceId: row.workspace_id }
  // A panel's page of ours wants a login; the provider's own page wants none.
  const wish = { kind: 'card', price: null, promotion: null, language, is_by_link: true, isHosted: true } as const
  return beginCheckout(ctx, buyer, wish)
}

/** Null: what it was for has ended, or is sold by nobody here any more. */
async function stateOf({ db, payments }: CardLinkContext, row: CardLinkRow): Promise<CardLink | null> {
  const bought = await readBought(db, row.workspace_id)
  if (bought?.view == null || bought.subscription !== row.subscription) return null
  if (payments?.provider.kind !== row.provider) return null
  if (row.paid_at !== null || !isOverdue(bought.view.status)) return { state: 'paid' }
  const { due_cents: minor, currency } = row
  return { state: 'due', view: bought.view, due: minor === null || currency === null ? null : { minor, currency } }
}
