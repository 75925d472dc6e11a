import { bestSavingPercent } from '@waybill/contract/billing/best-saving'
import partsStyles from '../../shared/ui/styles/parts.module.css'
import textStyles from '../../shared/ui/styles/text.module.css'
import { useWords } from '../../shared/words/language.tsx'
import pricingStyles from './pricing.module.css'
import { billingWords } from './words/billing-words.ts'

interface PeriodSwitchProps {
  isYearly: boolean
  onChoose: (isYearly: boolean) => void
}

/** Monthly or yearly; the yearly price also shows per month. */
export function PeriodSwitch({ isYearly, onChoose }: PeriodSwitchProps) {
  const words = useWords(billingWords)
  return (
    <fieldset className={`${partsStyles.segments} ${pricingStyles.periodSwitch}`}>
      <legend className={textStyles.unseen}>{words.period}</legend>
      <label>
        <input type="radio" name="period" checked={isYearly} onChange={() => onChoose(true)} />
        {words.yearly} <small className={textStyles.mono}>{words.yearlyLess(bestSavingPercent())}</small>
      </label>
      <label>
        <input type="radio" name="period" checked={!isYearly} onChange={() => onChoose(false)} />
        {words.monthly}
      </label>
    </fieldset>
  )
}
