import { useWords } from '../words/language.tsx'
import { alertWords } from './words/alerts-words.ts'
import './alerts-off.css'
import { Gap } from '../words/gap.tsx'

/** That no mails come any more, and the way to have them again: whoever pressed a mail's link may not remember. */
export function AlertsOff({ text, onAgain }: { text: string; onAgain: () => void }) {
  const words = useWords(alertWords)
  return (
    <p className="alerts-off" role="note">
      {text}
      <Gap />
      <button type="button" className="quiet-button" onClick={onAgain}>
        {words.again}
      </button>
    </p>
  )
}
