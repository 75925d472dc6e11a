import { planNamesEn } from '@waybill/contract/billing/plan-names'
import type { Period, Role } from '@waybill/contract/billing/plans'

const planNames: Record<Role, string> = { undefined: planNamesEn.free, anon: planNamesEn.free, ...planNamesEn }

/** The mails about a plan that is bought. A plan is called 'Pro' or 'Pro monthly'. */
export const paymentWordsEn = {
  planNames,
  planIn: (plan: string, period: Period) => `${plan} ${period}`,
  card: (brand: string, last4: string) => `${brand} ending in ${last4}`,
  rows: {
    plan: 'Plan',
    amount: 'Amount',
    due: 'Amount due',
    chargedOn: 'Charged on',
    card: 'Card',
    paidOn: 'Paid on',
    period: 'Current period',
    paidFrom: 'Paid from',
    paidUntil: 'Paid until',
    next: 'Next charge',
    invoice: 'Invoice',
    stored: 'Stored',
    room: (plan: string) => `Storage of ${plan}`,
  },
  span: (from: string, to: string) => `${from} – ${to}`,
  plusTax: (sum: string) => `${sum} plus tax`,

  trialEnding: {
    subject: (plan: string, day: string) => `Your ${plan} trial ends on ${day}`,
    explain: (plan: string) => `${plan} then goes on, and we charge your card.`,
    cancel:
      'If you don’t want that, cancel before the trial ends: open Billing in your account and choose “Cancel plan”. Nothing is charged then.',
    button: 'Review your trial',
  },

  planCharged: {
    subject: (sum: string, plan: string | null) =>
      plan === null ? `Payment received: ${sum}` : `Payment received: ${sum} for ${plan}`,
    heading: (sum: string) => `We received your payment of ${sum}`,
    afterTrial: (plan: string) => `Your trial has ended, and ${plan} goes on.`,
    button: 'View your invoices',
  },

  prepaidBought: {
    subject: (sum: string, plan: string) => `Payment received: ${sum} for ${plan}`,
    heading: (sum: string) => `We received your payment of ${sum}`,
    noRenewal: 'This plan doesn’t renew by itself, and nothing more is charged. We email you before it ends.',
    button: 'View your invoices',
  },

  paymentFailed: {
    stamp: 'Not paid',
    subject: (plan: string) => `Your payment for ${plan} failed`,
    heading: (plan: string, sum: string | null) =>
      sum === null ? `We couldn’t charge your card for ${plan}` : `We couldn’t charge ${sum} for ${plan}`,
    stops: 'Sending is off until the payment succeeds. Your transfers and files stay, and your links keep working.',
    lifetimeHolds: 'Your lifetime licenses still hold, so you can go on sending. This plan continues once it is paid.',
    again: 'We’ll try the card again over the next days. If it can’t be charged, use another card.',
    givenUp: 'We tried several times and won’t try again by ourselves. To continue, use another card.',
    button: 'Change the card',
    link: (days: number) =>
      `The button works for ${days} days without logging in. Its page only changes the card and then pays what is due.`,
  },

  planEnded: {
    subject: (plan: string) => `${plan} has ended`,
    because: {
      cancelled: 'It was cancelled, and nothing more is charged.',
      trial: 'Your trial is over, and nothing was charged.',
      unpaid: 'Its last payment wasn’t made. Nothing more is charged.',
      prepaid: 'The time that you paid for is over.',
    },
    now: (plan: string) => `Your account is now on ${plan}.`,
    nowLifetime: (plan: string) => `Your account is now on ${plan}, by your lifetime licenses.`,
    stays: 'Your transfers and files stay. Nothing is deleted.',
    over: (plan: string) =>
      `You store more than ${plan} has room for. You can send again once your files fit, or on a larger plan.`,
    button: 'View the plans',
  },

  prepaidEnding: {
    subject: (plan: string, day: string) => `${plan} is paid until ${day}`,
    after: (plan: string) =>
      `It doesn’t renew by itself. After that, your account is on ${plan}. Your transfers and files stay.`,
    extend: 'If you extend it, the new time begins at that end, not today: you lose no day.',
    button: (plan: string) => `Extend ${plan}`,
  },
}

export type PaymentWords = typeof paymentWordsEn
