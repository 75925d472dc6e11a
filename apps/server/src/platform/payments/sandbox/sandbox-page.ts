import { Problem } from '@waybill/contract/core/problems'
import type { Context } from '../../../context.ts'
import type { Money } from '../payment-provider.ts'
import type { CheckoutRow } from './books.ts'
import { disputeInvoice } from './change-subscription.ts'
import {
  dueAtPage,
  type Payment,
  type PayResult,
  payCheckout,
  priceToPay,
  requireOpenCheckout,
} from './pay-checkout.ts'
import { usd } from './present-sandbox.ts'
import { isRedeemable } from './promotions.ts'
import { inBooks, readBooks, type SandboxParts } from './sandbox-calls.ts'
import { bodyOf, type SignedEvent, signBody } from './sandbox-signature.ts'
import { findPromotionRow, forgetOldRows, listDueCustomers, listUntold, markTold } from './sandbox-store.ts'

/** What the page of the sandbox shows: the part of Stripe's checkout that its own page plays. */
export interface SandboxPage extends Pick<CheckoutRow, 'kind' | 'price' | 'status' | 'language'> {
  trialDays: number
  /** Charged when the customer presses. */
  dueNow: Money
  /** Charged at the end of the trial; null where no trial begins. */
  dueAfterTrial: Money | null
  /** Where to go when it is done, and without. */
  backTo: string
  leaveTo: string
  expiresAt: Date
}

/** Null: there is no such session. Anybody may ask, so that asking writes nothing. */
export function readSandboxPage({ db }: Pick<SandboxParts, 'db'>, session: string): Promise<SandboxPage | null> {
  return readBooks(db, { checkout: session }, (books) => {
    const row = books.checkouts.find(({ id }) => id === session)
    if (row === undefined) throw new Error('a checkout that is not in its books')
    return {
      kind: row.kind,
      price: row.price,
      status: row.status,
      language: row.language,
      trialDays: row.trial_days,
      dueNow: usd(dueAtPage(books, row)),
      dueAfterTrial: row.kind === 'trial' && row.price !== null ? usd(priceToPay(books, row, row.price)) : null,
      backTo: row.back_to.replace('{session}', session),
      leaveTo: row.leave_to,
      expiresAt: row.expires_at,
    }
  })
}

/** What the customer does at the page. @throws Problem 'checkout-closed', 'payment-refused' {reason} */
export async function payAtPage(
  { db }: Pick<SandboxParts, 'db'>,
  session: string,
  payment: Payment,
): Promise<PayResult> {
  const result = await db
    .transaction()
    .execute((tx) => inBooks(tx, { checkout: session }, (books) => payCheckout(books, session, payment)))
  if (result === null) throw new Problem('checkout-closed')
  return result
}

/** The customer's bank takes a payment back, or gives it back to the merchant. For tests: no page of the sandbox does so. */
export async function disputeAtSandbox(
  { db }: Pick<SandboxParts, 'db'>,
  payment: string,
  state: 'open' | 'won',
): Promise<void> {
  await db
    .transaction()
    .execute((tx) => inBooks(tx, { invoice: payment }, (books) => disputeInvoice(books, payment, state)))
}

/** The customer types a code at the page. Answers whether it holds. @throws Problem 'checkout-closed' */
export async function typeCodeAtSandbox(
  { db }: Pick<SandboxParts, 'db'>,
  session: string,
  code: string,
): Promise<boolean> {
  const promotion = await findPromotionRow(db, { code })
  const isGiven = await db.transaction().execute((tx) =>
    inBooks(tx, { checkout: session }, (books) => {
      const row = requireOpenCheckout(books, session)
      if (promotion === null || !isRedeemable(promotion, books.now) || row.kind === 'card') return false
      row.promotion_id = promotion.id
      return true
    }),
  )
  if (isGiven === null) throw new Problem('checkout-closed')
  return isGiven
}

/**
 * Has what is due happen: trials end, renewals are charged, sessions expire. For a job; each change does it too. One
 * customer whose books fail is logged and does not hold up the others.
 */
export async function settleSandbox(
  { db }: Pick<SandboxParts, 'db'>,
  { limit, log }: { limit: number; log: Pick<Context['log'], 'error'> },
): Promise<void> {
  const listAfter = (after: string) => listDueCustomers(db, { after, limit })
  for (let due = await listAfter(''); due.length > 0; due = await listAfter(due.at(-1) as string)) {
    for (const customer of due) {
      await db
        .transaction()
        .execute((tx) => inBooks(tx, { customer }, () => null))
        .catch((error) => log.error({ error, customer }, 'what is due in the sandbox failed'))
    }
  }
}

/** Days after which nobody asks for a finished checkout or repeats a call. */
const KEPT_DAYS = 30

/** Deletes calls and finished checkouts of long ago. For a job. */
export const tidySandbox = ({ db }: Pick<SandboxParts, 'db'>): Promise<void> => forgetOldRows(db, KEPT_DAYS)

/** Events that wait to be told, oldest first, signed now; `told` says that the webhook has taken one. */
export async function untoldEvents(
  { db, secret, clock }: Pick<SandboxParts, 'db' | 'secret' | 'clock'>,
  limit: number,
): Promise<Array<SignedEvent & { told(): Promise<void> }>> {
  const rows = await listUntold(db, limit)
  return rows.map((row) => ({
    ...signBody(bodyOf(row), secret, clock.nowMs()),
    told: () => markTold(db, row.id),
  }))
}
