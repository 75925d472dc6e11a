import { useSearch } from '@tanstack/react-router'
import { limitOf, planThatLifts, readWanted, type Wanted } from '@waybill/contract/billing/lifts'
import type { PlanName } from '@waybill/contract/billing/plan-names'
import { isUnpaid, type Period } from '@waybill/contract/billing/plans'
import { formatBytes } from '@waybill/contract/core/sizes'
import type { ReactNode } from 'react'
import { type Language, useLanguage, useWords } from '../../shared/words/language.tsx'
import { PeriodSwitch } from './period-switch.tsx'
import { PlanBox } from './plan-box.tsx'
import styles from './pricing.module.css'
import { soldPlans } from './sold-plans.ts'
import { WantedNote } from './wanted-note.tsx'
import { billingWords } from './words/billing-words.ts'
import type { BillingWords } from './words/en.ts'

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

/**
 * The plans beside each other, at a period; a paid account sees the paid ones alone. Where a limit led here, the plan
 * that lifts it is marked.
 */
export function PlanBoxes({ owned, period, onPeriod, chosen, children, action }: PlanBoxesProps) {
  const words = useWords(billingWords)
  const { language } = useLanguage()
  const search = useSearch({ strict: false }) as { limit?: string; need?: string; plan?: string }
  const wanted = readWanted(search)
  const role = owned ?? 'anon'
  const lifting = wanted && planThatLifts(wanted.limit, role, wanted.need)
  return (
    <section className={styles.pricingPlans} aria-label={words.plansLabel}>
      <PeriodSwitch isYearly={period === 'yearly'} onChoose={(isYearly) => onPeriod(isYearly ? 'yearly' : 'monthly')} />
      {wanted && <WantedNote wanted={wanted} role={role} />}
      {children}
      <ul className={styles.planBoxes}>
        {soldPlans(owned !== null && !isUnpaid(owned)).map((plan) => (
          <PlanBox
            key={plan}
            plan={plan}
            isYearly={period === 'yearly'}
            isCurrent={owned === plan}
            isChosen={chosen === plan}
            isLedTo={lifting === plan && search.plan === undefined}
            lifts={wanted && lifting === plan ? liftsText(wanted, role, words, language) : null}
          >
            {action(plan)}
          </PlanBox>
        ))}
      </ul>
    </section>
  )
}

/** "Lifts your limit of 3 GB per transfer": the limit of the reader's own plan. */
function liftsText({ limit }: Wanted, role: PlanName | 'anon', { lifts }: BillingWords, language: Language): string {
  const most = limitOf(limit, role) ?? 0
  return lifts[limit](limit === 'size' || limit === 'storage' ? formatBytes(most, language) : String(most))
}
