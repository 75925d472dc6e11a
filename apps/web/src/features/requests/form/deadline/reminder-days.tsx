import layoutStyles from '../../../../shared/ui/styles/layout.module.css'
import textStyles from '../../../../shared/ui/styles/text.module.css'
import { useRequestWords } from '../../request-words.ts'
import requestDefaultsStyles from '../request-defaults.module.css'
import requestFormStyles from '../request-form.module.css'
import { requestFormWords } from '../words/request-form-words.ts'

const USUAL = [14, 7, 3, 2, 1, 0]
const MOST = 5

interface ReminderDaysProps {
  days: readonly number[]
  onChoose: (days: number[]) => void
}

/** The days before a deadline on which suppliers get reminders; days already set appear among the usual ones. */
export function ReminderDays({ days, onChoose }: ReminderDaysProps) {
  const words = useRequestWords(requestFormWords)
  const offered = [...new Set([...USUAL, ...days])].sort((one, other) => other - one)
  return (
    <fieldset className={`${layoutStyles.wrap} ${layoutStyles.gapTight} ${requestFormStyles.requestWords}`}>
      <legend className={textStyles.unseen}>{words.reminderDays}</legend>
      {offered.map((day) => {
        const isOn = days.includes(day)
        return (
          <button
            key={day}
            type="button"
            className={`${layoutStyles.small} ${requestDefaultsStyles.requestWord}`}
            aria-pressed={isOn}
            disabled={!isOn && days.length >= MOST}
            onClick={() => onChoose(offered.filter((one) => (one === day ? !isOn : days.includes(one))))}
          >
            {words.daysBefore(day)}
          </button>
        )
      })}
    </fieldset>
  )
}
