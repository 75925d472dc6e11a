import type { MoneyShape } from '@waybill/contract/billing/payment-shapes'
import type { Period, Role } from '@waybill/contract/billing/plans'

/** The period is null where it does not matter. */
export interface NamedPlan {
  role: Role
  period: Period | null
}

interface ShownCard {
  brand: string
  last4: string
}

/**
 * What has happened to a purchase, as it was read from the payment provider. What the provider did not say is null, and
 * is left out. Instants are ISO 8601.
 */
export type PaymentNews =
  /** The trial ends within two days, and is then charged. */
  | { kind: 'trial-ending'; plan: NamedPlan; amount: MoneyShape; endsAt: string; card: ShownCard | null }
  | {
      kind: 'plan-charged'
      amount: MoneyShape
      /** The invoice's number, for people. */
      invoice: string
      at: string
      /** What runs now; null where the charge is not for it. */
      running: {
        plan: NamedPlan
        startsAt: string
        endsAt: string
        next: { amount: MoneyShape; at: string } | null
        /** It is the first charge after a trial. */
        isAfterTrial: boolean
      } | null
    }
  | { kind: 'prepaid-bought'; plan: NamedPlan; amount: MoneyShape; startsAt: string; endsAt: string }
  | {
      kind: 'payment-failed'
      plan: NamedPlan
      amount: MoneyShape | null
      card: ShownCard | null
      /** The provider does not try by itself any more. */
      isGivenUp: boolean
      provider: 'sandbox' | 'stripe'
      subscription: string
    }
  | { kind: 'plan-ended'; plan: NamedPlan; because: 'cancelled' | 'trial' | 'unpaid' | 'prepaid' }
  | { kind: 'prepaid-ending'; plan: NamedPlan; endsAt: string }
  /** Nothing is mailed about it: the payment was given back. */
  | { kind: 'given-back' }

export type NewsOf<Kind extends PaymentNews['kind']> = Extract<PaymentNews, { kind: Kind }>

interface Reading {
  readerTimeZone: string | null
  link: string
}

/** Mails to the account that bought. */
export interface PaymentMailFacts {
  /** `hasTax`: the provider adds tax to the amounts of later charges. */
  'trial-ending': NewsOf<'trial-ending'> & Reading & { hasTax: boolean }
  'plan-charged': NewsOf<'plan-charged'> & Reading & { hasTax: boolean }
  'prepaid-bought': NewsOf<'prepaid-bought'> & Reading
  /** `link` changes the card without signing in. */
  'payment-failed': NewsOf<'payment-failed'> & Reading & { isSendingOff: boolean; validDays: number }
  /** `isLifetime`: what the account has now comes from lifetime codes. */
  'plan-ended': NewsOf<'plan-ended'> & Reading & { role: Role; isLifetime: boolean; usedBytes: number }
  /** `role`: what the account has after it. */
  'prepaid-ending': NewsOf<'prepaid-ending'> & Reading & { role: Role; isLifetime: boolean }
}
