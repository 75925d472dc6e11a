import type { PlanName } from '@waybill/contract/billing/plan-names'
import { plans, yearlyPerMonthUsd, yearlySavingUsd } from '@waybill/contract/billing/plans'
import { type ReactNode, useEffect, useRef } from 'react'
import { plansSeller } from '../../shared/document/plans-seller.ts'
import { Stamp } from '../../shared/ui/marks/stamp.tsx'
import layoutStyles from '../../shared/ui/styles/layout.module.css'
import partsStyles from '../../shared/ui/styles/parts.module.css'
import textStyles from '../../shared/ui/styles/text.module.css'
import { useLanguage, useWords } from '../../shared/words/language.tsx'
import { formatUsd } from './format-money.ts'
import { planFeatures } from './plan-features.ts'
import pricingStyles from './pricing.module.css'
import { billingWords } from './words/billing-words.ts'

interface PlanBoxProps {
  plan: PlanName
  isYearly: boolean
  isCurrent: boolean
  /** A visitor's choice. */
  isChosen?: boolean
  /** What it does against the limit that led here. */
  lifts?: string | null
  /** Whether the box comes into view by itself. */
  isLedTo?: boolean
  /** Its button; missing where the plan is not available here. */
  children?: ReactNode
}

/** One plan: its price, its contents, and its button where there is one. */
export function PlanBox({
  plan,
  isYearly,
  isCurrent,
  isChosen,
  lifts = null,
  isLedTo = false,
  children,
}: PlanBoxProps) {
  const words = useWords(billingWords)
  const box = useRef<HTMLLIElement>(null)
  const isMarked = lifts !== null
  useEffect(() => {
    if (!isLedTo) return
    // After the router has set the page's own place.
    const later = setTimeout(() => box.current?.scrollIntoView({ block: 'center' }))
    return () => clearTimeout(later)
  }, [isLedTo])
  return (
    <li
      ref={box}
      className={`${partsStyles.paper} ${pricingStyles.planBox}`}
      data-current={isCurrent || isChosen || undefined}
      data-marked={isMarked || undefined}
      aria-label={words.planNames[plan]}
    >
      <div className={`${layoutStyles.ends} ${pricingStyles.planBoxHead}`}>
        <h3>{words.planNames[plan]}</h3>
        {isCurrent && !children && (
          <Stamp ink="delivered" isSmall>
            {words.currentPlan}
          </Stamp>
        )}
      </div>
      {isMarked && <p className={`${layoutStyles.strong} ${layoutStyles.bad}`}>{lifts}</p>}
      <p className={textStyles.soft}>{words.descriptions[plan]}</p>
      <Price plan={plan} isYearly={isYearly} />
      <PlanPoints plan={plan} />
      {children}
      {!children && !isCurrent && plansSeller() === null && (
        <p className={`${textStyles.soft} ${layoutStyles.large} ${pricingStyles.planBoxUnsold}`}>{words.notSoldYet}</p>
      )}
    </li>
  )
}

function Price({ plan, isYearly }: Pick<PlanBoxProps, 'plan' | 'isYearly'>) {
  const words = useWords(billingWords)
  const { monthlyPriceUsd, yearlyPriceUsd } = plans[plan]
  const perMonth = isYearly ? yearlyPerMonthUsd(plan) : monthlyPriceUsd
  if (perMonth === null) return null
  const yearly = words.billedYearly(formatUsd(yearlyPriceUsd ?? 0), formatUsd(yearlySavingUsd(plan) ?? 0))
  return (
    <p className={`${layoutStyles.aboveClose} ${pricingStyles.planBoxPrice}`}>
      <strong className={textStyles.mono}>{formatUsd(perMonth)}</strong>{' '}
      <span className={`${textStyles.soft} ${layoutStyles.large} ${pricingStyles.planBoxPeriod}`}>
        {words.perMonth}
      </span>
      <small>{perMonth === 0 ? words.forEver : isYearly ? yearly : words.billedMonthly}</small>
    </p>
  )
}

/** What a plan holds, a line each. */
export function PlanPoints({ plan }: Pick<PlanBoxProps, 'plan'>) {
  const words = useWords(billingWords)
  const { language } = useLanguage()
  return (
    <ul className={`${layoutStyles.ruledList} ${layoutStyles.large} ${pricingStyles.planBoxPoints}`}>
      {planFeatures(plan, words, language).map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}
