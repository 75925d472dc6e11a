import { isUnpaid, type Period } from '@waybill/contract/billing/plans'
import type { ReactNode } from 'react'
import { useWords } from '../../shared/words/language.tsx'
import { PeriodSwitch } from './period-switch.tsx'
import { PlanBox } from './plan-box.tsx'
import styles from './pricing.module.css'
import { soldPlans } from './sold-plans.ts'
import { billingWords } from './words/billing-words.ts'
import type { PlanName } from './words/en.ts'

interface PlanBoxesProps {
  /** The account's plan; null for a visitor. */
  owned: PlanName | null
  period: Period
  onPeriod: (period: Period) => void
  chosen?: PlanName | undefined
  /** What is said above the boxes. */
  children?: ReactNode
  action: (plan: PlanName) => ReactNode
}

/** The plans beside each other, at a period; a paid account sees the paid ones alone. */
export function PlanBoxes({ owned, period, onPeriod, chosen, children, action }: PlanBoxesProps) {
  const words = useWords(billingWords)
  return (
    <section className={styles.pricingPlans} aria-label={words.plansLabel}>
      <PeriodSwitch isYearly={period === 'yearly'} onChoose={(isYearly) => onPeriod(isYearly ? 'yearly' : 'monthly')} />
      {children}
      <ul className={styles.planBoxes}>
        {soldPlans(owned !== null && !isUnpaid(owned)).map((plan) => (
          <PlanBox
            key={plan}
            plan={plan}
            isYearly={period === 'yearly'}
            isCurrent={owned === plan}
            isChosen={chosen === plan}
          >
            {action(plan)}
          </PlanBox>
        ))}
      </ul>
    </section>
  )
}
