import { Problem } from '@waybill/contract/core/problems'
import type { PaymentProvider } from '../payment-provider.ts'
import { type Books, nextCentsWith, type PromotionRow, sandboxId } from './books.ts'
import { liveSubscription } from './change-subscription.ts'
import { usd } from './present-sandbox.ts'
import { givePromotion, isRedeemable, presentPromotion } from './promotions.ts'
import { inBooks, once, onceIn, type SandboxParts } from './sandbox-calls.ts'
import * as store from './sandbox-store.ts'

type PromotionVerbs = Pick<
  PaymentProvider,
  | 'makePromotion'
  | 'findPromotion'
  | 'readPromotion'
  | 'listPromotions'
  | 'endPromotion'
  | 'previewPromotion'
  | 'applyPromotion'
>

/** Promotions of the sandbox, and giving one to a subscription that runs. */
export function promotionsOf(parts: SandboxParts): PromotionVerbs {
  const { db } = parts
  return {
    makePromotion: (key, wish) =>
      once(parts, key, ['promotion', wish], async (tx) => {
        const id = sandboxId('promo')
        await store.insertPromotion(tx, {
          id,
          code: wish.code.toUpperCase(),
          percent_off: wish.percentOff,
          off_cents: wish.amountOff?.minor ?? null,
          months: wish.months,
          redeem_by: wish.redeemBy,
          max_redemptions: wish.maxRedemptions,
        })
        return id
      }),
    async findPromotion(code) {
      const row = await store.findPromotionRow(db, { code })
      return row !== null && isRedeemable(row, await store.sandboxNow(db)) ? row.id : null
    },
    async readPromotion(code) {
      const row = await store.findPromotionRow(db, { code })
      return row && presentPromotion(row, await store.sandboxNow(db))
    },
    async listPromotions() {
      const now = await store.sandboxNow(db)
      return (await store.listPromotionRows(db)).map((row) => presentPromotion(row, now))
    },
    endPromotion: (promotion) => store.endPromotion(db, promotion),
    async previewPromotion({ subscription, promotion }) {
      const next = await db.transaction().execute((tx) =>
        inBooks(tx, { subscription, promotion }, (books) => {
          const row = liveSubscription(books, subscription)
          return { amount: usd(nextCentsWith(books, row, named(books, promotion))), at: row.period_ends_at }
        }),
      )
      if (next === null) throw new Problem('checkout-closed')
      return next
    },
    applyPromotion: (key, wish) =>
      onceIn(parts, key, ['apply', wish], wish, (books) =>
        givePromotion(books, liveSubscription(books, wish.subscription), named(books, wish.promotion)),
      ),
  }
}

function named({ promotions }: Books, promotion: string): PromotionRow {
  const found = promotions.find(({ id }) => id === promotion)
  if (found === undefined) throw new Error('the sandbox has no such promotion')
  return found
}
