import { formatMoney } from '@waybill/contract/billing/format-money'
import type { MoneyShape } from '@waybill/contract/billing/payment-shapes'
import { plans } from '@waybill/contract/billing/plans'
import { formatBytes } from '@waybill/contract/core/sizes'
import type { NamedPlan } from '../facts/payment-mail-facts.ts'
import {
  button,
  heading,
  list,
  notes,
  paragraph,
  type Reader,
  type Row,
  stamp,
  type Template,
} from '../mail-document.ts'
import { formatDay, formatMoment } from '../times.ts'

const moneyIn = (sum: MoneyShape, { words }: Reader): string => formatMoney(sum, words.locale)

/** 'Pro monthly'. */
function planIn({ role, period }: NamedPlan, { words: { payments } }: Reader): string {
  const plan = payments.planNames[role]
  return period === null ? plan : payments.planIn(plan, period)
}

/** 'Visa ending in 4242'. */
export function cardIn({ brand, last4 }: { brand: string; last4: string }, { words }: Pick<Reader, 'words'>): string {
  return words.payments.card(brand.charAt(0).toUpperCase() + brand.slice(1), last4)
}

/** Names on the left, what is known of them on the right, or under a name where it is long; nothing unknown. */
function facts(rows: ReadonlyArray<[name: string, figure: string | null, under?: string | null]>, { words }: Reader) {
  const known = rows.flatMap(([name, figure, under = null]): Row[] => {
    if (figure === null && under === null) return []
    return [{ name, ...(figure === null ? {} : { figure }), lines: under === null ? [] : [under] }]
  })
  return list(known, { of: known.length, more: words.andMore })
}

export const trialEnding: Template<'trial-ending'> = (mail, reader) => {
  const { trialEnding: own, rows, plusTax } = reader.words.payments
  const plan = planIn(mail.plan, reader)
  const sum = moneyIn(mail.amount, reader)
  const title = own.subject(
    reader.words.payments.planNames[mail.plan.role],
    formatDay(mail.endsAt, mail.readerTimeZone, reader.language),
  )
  return {
    subject: title,
    slug: null,
    body: [
      heading(title),
      paragraph(own.explain(plan)),
      facts(
        [
          [rows.amount, mail.hasTax ? plusTax(sum) : sum],
          [rows.chargedOn, formatMoment(mail.endsAt, mail.readerTimeZone, reader.language)],
          [rows.card, mail.card && cardIn(mail.card, reader)],
        ],
        reader,
      ),
      paragraph(own.cancel),
      button(own.button, mail.link),
    ],
    replyTo: null,
  }
}

export const planCharged: Template<'plan-charged'> = (mail, reader) => {
  const { planCharged: own, rows, span, plusTax } = reader.words.payments
  const { running } = mail
  const plan = running && planIn(running.plan, reader)
  const sum = moneyIn(mail.amount, reader)
  const day = (at: string) => formatDay(at, mail.readerTimeZone, reader.language)
  const next = running?.next ? moneyIn(running.next.amount, reader) : null
  return {
    subject: own.subject(sum, plan),
    slug: null,
    body: [
      heading(own.heading(sum)),
      running?.isAfterTrial && plan ? paragraph(own.afterTrial(plan)) : null,
      facts(
        [
          [rows.plan, plan],
          [rows.paidOn, day(mail.at)],
          [rows.period, null, running && span(day(running.startsAt), day(running.endsAt))],
          [rows.next, next && mail.hasTax ? plusTax(next) : next, running?.next ? day(running.next.at) : null],
          [rows.invoice, mail.invoice],
        ],
        reader,
      ),
      button(own.button, mail.link),
    ],
    replyTo: null,
  }
}

export const prepaidBought: Template<'prepaid-bought'> = (mail, reader) => {
  const { prepaidBought: own, rows, planNames } = reader.words.payments
  const sum = moneyIn(mail.amount, reader)
  const day = (at: string) => formatDay(at, mail.readerTimeZone, reader.language)
  return {
    subject: own.subject(sum, planNames[mail.plan.role]),
    slug: null,
    body: [
      heading(own.heading(sum)),
      facts(
        [
          [rows.plan, planNames[mail.plan.role]],
          [rows.paidFrom, day(mail.startsAt)],
          [rows.paidUntil, day(mail.endsAt)],
        ],
        reader,
      ),
      paragraph(own.noRenewal),
      button(own.button, mail.link),
    ],
    replyTo: null,
  }
}

export const paymentFailed: Template<'payment-failed'> = (mail, reader) => {
  const { paymentFailed: own, rows } = reader.words.payments
  const plan = planIn(mail.plan, reader)
  const sum = mail.amount && moneyIn(mail.amount, reader)
  return {
    subject: own.subject(plan),
    slug: null,
    body: [
      stamp(own.stamp, 'waiting'),
      heading(own.heading(plan, sum)),
      paragraph(mail.isSendingOff ? own.stops : own.lifetimeHolds),
      facts(
        [
          [rows.due, sum],
          [rows.card, mail.card && cardIn(mail.card, reader)],
        ],
        reader,
      ),
      paragraph(mail.isGivenUp ? own.givenUp : own.again),
      button(own.button, mail.link),
      notes(own.link(mail.validDays)),
    ],
    replyTo: null,
  }
}

export const planEnded: Template<'plan-ended'> = (mail, reader) => {
  const { planEnded: own, rows, planNames } = reader.words.payments
  const now = planNames[mail.role]
  const { storageBytes } = plans[mail.role]
  const isOver = mail.usedBytes > storageBytes
  const size = (bytes: number) => formatBytes(bytes, reader.words.locale)
  const title = own.subject(planNames[mail.plan.role])
  return {
    subject: title,
    slug: null,
    body: [
      heading(title),
      paragraph(own.because[mail.because]),
      paragraph(reader.words.sentences(mail.isLifetime ? own.nowLifetime(now) : own.now(now), own.stays)),
      isOver ? paragraph(own.over(now)) : null,
      isOver
        ? facts(
            [
              [rows.stored, size(mail.usedBytes)],
              [rows.room(now), size(storageBytes)],
            ],
            reader,
          )
        : null,
      button(own.button, mail.link),
    ],
    replyTo: null,
  }
}

export const prepaidEnding: Template<'prepaid-ending'> = (mail, reader) => {
  const { prepaidEnding: own, planNames } = reader.words.payments
  const plan = planNames[mail.plan.role]
  const title = own.subject(plan, formatDay(mail.endsAt, mail.readerTimeZone, reader.language))
  return {
    subject: title,
    slug: null,
    body: [
      heading(title),
      paragraph(own.after(planNames[mail.role])),
      paragraph(own.extend),
      button(own.button(plan), mail.link),
    ],
    replyTo: null,
  }
}
