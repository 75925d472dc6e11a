import { Link } from '@tanstack/react-router'
import type { BillingView, SubscriptionView } from '@waybill/contract/billing/payment-shapes'
import type { PlanName } from '@waybill/contract/billing/plan-names'
import { AccountPart } from '../../../shared/settings/account-part.tsx'
import { formatDay } from '../../../shared/time/moment.ts'
import { Button } from '../../../shared/ui/fields/button.ts'
import { Stamp } from '../../../shared/ui/marks/stamp.tsx'
import layoutStyles from '../../../shared/ui/styles/layout.module.css'
import textStyles from '../../../shared/ui/styles/text.module.css'
import { type Language, useLanguage, useWords } from '../../../shared/words/language.tsx'
import { Facts } from '../facts.tsx'
import { formatMoney } from '../format-money.ts'
import { billingWords } from '../words/billing-words.ts'
import type { BuyingWords } from '../words/buying-en.ts'
import { buyingWords } from '../words/buying-words.ts'
import { AddPromotion } from './add-promotion.tsx'
import { CancelPlan } from './cancel-plan.tsx'
import { PendingNote } from './pending-note.tsx'
import { ScheduledNote } from './scheduled-note.tsx'

const DAY_MS = 86_400_000

interface PlanPartProps {
  billing: BillingView
  /** A checkout that has just ended is told above. */
  isReturning: boolean
}

/** The plan that holds now, what is paid for it, and what comes next. */
export function PlanPart({ billing, isReturning }: PlanPartProps) {
  const words = useWords(buyingWords)
  const { planNames } = useWords(billingWords)
  const { language } = useLanguage()
  const { role, provider, subscription, prepaid, lifetimeCodes, pending, addsTax } = billing
  const isFree = role === 'free' && subscription === null
  return (
    <AccountPart title={words.plan.title}>
      <div className={layoutStyles.row}>
        <strong className={layoutStyles.large}>{planNames[role as PlanName]}</strong>
        {subscription && <TrialMark {...subscription} />}
      </div>
      {isFree && <p className={textStyles.soft}>{words.plan.none}</p>}
      {subscription?.scheduled && <ScheduledNote subscription={subscription} />}
      {pending && !isReturning && <PendingNote billing={billing} />}
      <Facts
        facts={[
          ...(subscription ? subscriptionFacts({ subscription, addsTax }, words, language) : []),
          [
            words.plan.paidUntil,
            prepaid &&
              `${planNames[prepaid.role]}${language === 'zh' ? '，' : ', '}${formatDay(prepaid.endsAt, 'local', language)}`,
          ],
          [words.plan.lifetime, lifetimeCodes > 0 ? lifetimeCodes : null],
        ]}
      />
      {subscription && mayTakePromotion(subscription) && <AddPromotion addsTax={addsTax} />}
      <div className={layoutStyles.row}>
        {provider !== null && (
          <Button
            variant={isFree ? 'filled' : 'default'}
            renderRoot={(props) => <Link to="/dash/account/plans" {...props} />}
          >
            {isFree ? words.plan.seePlans : words.plan.changePlan}
          </Button>
        )}
        {subscription && subscription.scheduled?.kind !== 'cancel' && (
          <CancelPlan subscription={subscription} lifetimeCodes={lifetimeCodes} />
        )}
      </div>
    </AccountPart>
  )
}

/** One promotion at a time, and for the sake of a charge that comes. */
const mayTakePromotion = ({ discount, nextCharge }: SubscriptionView): boolean =>
  discount === null && nextCharge !== null

/** 'In Trial' and the days left, while a trial runs. */
function TrialMark({ status, trialEndsAt }: SubscriptionView) {
  const words = useWords(buyingWords)
  if (status !== 'trialing' || trialEndsAt === null) return null
  const days = Math.max(0, Math.ceil((Date.parse(trialEndsAt) - Date.now()) / DAY_MS))
  return (
    <>
      <Stamp ink="waiting" isSmall>
        {words.plan.inTrial}
      </Stamp>
      <span className={textStyles.soft}>{words.plan.daysLeft(days)}</span>
    </>
  )
}

function subscriptionFacts(
  { subscription, addsTax }: { subscription: SubscriptionView; addsTax: boolean },
  words: BuyingWords,
  language: Language,
) {
  const { plan } = words
  const { status, role, period, amount, trialDays, trialEndsAt, periodEndsAt, scheduled, nextCharge, discount } =
    subscription
  const day = (at: string) => formatDay(at, 'local', language)
  const sum = (money: SubscriptionView['amount']) => formatMoney(money, language)
  const taxed = (shown: string) => (addsTax ? words.plusTax(shown) : shown)
  const isEnding = scheduled?.kind === 'cancel'
  return [
    [plan.status, plan.statuses[status]],
    [plan.plan, words.planIn[period](billingWords[language].planNames[role])],
    [plan.amount, taxed(words.priced[period](sum(amount)))],
    [plan.trial, trialDays === null || trialEndsAt === null ? null : plan.trialOf(trialDays, day(trialEndsAt))],
    [isEnding ? plan.ends : plan.renews, nextCharge || isEnding ? day(periodEndsAt) : null],
    [plan.nextCharge, nextCharge && words.change.on(taxed(sum(nextCharge.amount)), day(nextCharge.at))],
    [plan.discount, discount && discountText(discount, words, language)],
  ] as const
}

type Discount = NonNullable<SubscriptionView['discount']>

function discountText(
  { name, percentOff, amountOff, redeemBy, endsAt }: Discount,
  words: BuyingWords,
  language: Language,
) {
  const { plan } = words
  const share = percentOff === null ? amountOff && formatMoney(amountOff, language) : `${percentOff}%`
  const parts = [
    name,
    share && plan.off(share),
    endsAt === null ? plan.forEver : plan.until(formatDay(endsAt, 'local', language)),
    redeemBy && plan.redeemBy(formatDay(redeemBy, 'local', language)),
  ]
  return parts.filter(Boolean).join(language === 'zh' ? '，' : ', ')
}
