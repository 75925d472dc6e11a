import { formatDay } from '../../../shared/time/moment.ts'
import { Icon } from '../../../shared/ui/marks/icons.tsx'
import layoutStyles from '../../../shared/ui/styles/layout.module.css'
import textStyles from '../../../shared/ui/styles/text.module.css'
import { useLanguage, useWords } from '../../../shared/words/language.tsx'
import { formatMoney } from '../format-money.ts'
import { PlanPoints } from '../plan-box.tsx'
import { billingWords } from '../words/billing-words.ts'
import { payWords } from '../words/pay/pay-words.ts'
import styles from './pay.module.css'
import { PromotionField } from './promotion-field.tsx'
import type { SandboxCheckout } from './use-sandbox-checkout.ts'

const DAY_MS = 86_400_000

/** The name of the plan that the checkout is for. */
function usePlanName({ offer }: Pick<SandboxCheckout, 'offer'>): string {
  const { planNames } = useWords(billingWords)
  return offer === null ? 'Waybill' : planNames[offer.role]
}

/** What is bought, what it costs and when, and the code that lowers it. */
export function OrderSummary({ session, checkout }: { session: string; checkout: SandboxCheckout }) {
  const words = useWords(payWords)
  const { language } = useLanguage()
  const plan = usePlanName(checkout)
  const { kind, trialDays, dueNow, dueAfterTrial, leaveTo } = checkout
  const trialEnds = formatDay(new Date(Date.now() + trialDays * DAY_MS).toISOString(), 'local', language)
  const isBought = kind !== 'card' && kind !== 'invoice'
  return (
    <div className={styles.payHead}>
      <a href={leaveTo} className={textStyles.quietButton}>
        <Icon name="back" size={16} />
        {words.back}
      </a>
      <h1>{kind === 'card' ? words.titles.card : words.titles[kind](plan, trialDays)}</h1>
      <p className={textStyles.soft}>
        {kind === 'trial'
          ? words.intros.trial(trialDays, formatMoney(dueAfterTrial ?? dueNow, language), trialEnds)
          : words.intros[kind]}
      </p>
      <dl className={`${layoutStyles.ruledList} ${styles.paySums}`} aria-live="polite">
        <Price checkout={checkout} />
        {dueAfterTrial && <Sum name={words.dueLater(trialEnds)}>{formatMoney(dueAfterTrial, language)}</Sum>}
        {kind !== 'card' && <Sum name={words.tax}>{words.noTax}</Sum>}
        <Sum name={words.dueNow} isStrong>
          {formatMoney(dueNow, language)}
        </Sum>
      </dl>
      {isBought && <PromotionField session={session} />}
    </div>
  )
}

function Price({ checkout: { offer } }: { checkout: SandboxCheckout }) {
  const words = useWords(payWords)
  const { language } = useLanguage()
  if (offer === null) return null
  const { period, purchase, amount } = offer
  const per = words.per[purchase === 'prepaid' ? (`${period}Once` as const) : period]
  return (
    <div className={layoutStyles.ends}>
      <dt>{words.price}</dt>
      <dd>{per(formatMoney(amount, language))}</dd>
    </div>
  )
}

interface SumProps {
  name: string
  isStrong?: boolean
  children: string
}

function Sum({ name, isStrong = false, children }: SumProps) {
  return (
    <div className={layoutStyles.ends} data-strong={isStrong || undefined}>
      <dt>{name}</dt>
      <dd className={textStyles.mono}>{children}</dd>
    </div>
  )
}

/** How it renews and ends, and what the plan holds; nothing for a card. */
export function OrderTerms({ checkout }: { checkout: Pick<SandboxCheckout, 'offer' | 'kind'> }) {
  const words = useWords(payWords)
  const plan = usePlanName(checkout)
  const { offer, kind } = checkout
  if (offer === null) return null
  return (
    <div className={styles.payTerms}>
      {offer.purchase === 'subscription' && (
        <dl className={layoutStyles.stackClose}>
          <div>
            <dt>{words.renews}</dt>
            <dd>{words.renewals[offer.period]}</dd>
          </div>
          <div>
            <dt>{words.cancelling}</dt>
            <dd>{kind === 'trial' ? words.howToCancelTrial : words.howToCancel}</dd>
          </div>
        </dl>
      )}
      <h2 className={layoutStyles.large}>{words.included(plan)}</h2>
      <PlanPoints plan={offer.role} />
    </div>
  )
}
