import textStyles from '../../shared/ui/styles/text.module.css'
import { useWords } from '../../shared/words/language.tsx'
import { bestSavingPercent } from './best-saving.ts'
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
    <fieldset className={pricingStyles.periodSwitch}>
      <legend className={textStyles.unseen}>{words.period}</legend>
      <label>
        <input type="radio" name="period" checked={!isYearly} onChange={() => onChoose(false)} />
        <span>{words.monthly}</span>
      </label>
      <label>
        <input type="radio" name="period" checked={isYearly} onChange={() => onChoose(true)} />
        <span>
          {words.yearly} <small className={textStyles.mono}>{words.yearlyLess(bestSavingPercent())}</small>
        </span>
      </label>
    </fieldset>
  )
}
