import layoutStyles from '../ui/styles/layout.module.css'
import textStyles from '../ui/styles/text.module.css'
import { Gap } from '../words/gap.tsx'
import { useWords } from '../words/language.tsx'
import styles from './alerts-off.module.css'
import { alertWords } from './words/alerts-words.ts'

/**
 * Says that mails are off, with the button that turns them on again: a user who followed a mail's link may not
 * remember.
 */
export function AlertsOff({ text, onAgain }: { text: string; onAgain: () => void }) {
  const words = useWords(alertWords)
  return (
    <p className={`${layoutStyles.callout} ${styles.alertsOff}`} role="note">
      {text}
      <Gap />
      <button type="button" className={textStyles.quietButton} onClick={onAgain}>
        {words.again}
      </button>
    </p>
  )
}
