import { SEND_LATER_MAX_DAYS, SEND_LATER_MIN_MINUTES, type SendLater } from '@waybill/contract/transfers/send-later'
import { useId } from 'react'
import fieldStyles from '../ui/fields/field.module.css'
import recordStyles from '../ui/record/record.module.css'
import layoutStyles from '../ui/styles/layout.module.css'
import textStyles from '../ui/styles/text.module.css'
import { useWords } from '../words/language.tsx'
import { sendLaterWords } from './words/send-later-words.ts'
import { instantOf, localTimeAt } from './zones.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

/** Tomorrow at nine. */
export const usualSendTime = (timeZone: string): SendLater => ({
  localTime: `${localTimeAt(Date.now() + DAY_MS, timeZone).slice(0, 10)}T09:00`,
  timeZone,
})

/** Whether the server would take it now. */
export function isSendTime({ localTime, timeZone }: SendLater): boolean {
  const ahead = localTime === '' ? 0 : instantOf(localTime, timeZone) - Date.now()
  return ahead >= SEND_LATER_MIN_MINUTES * MINUTE_MS && ahead <= SEND_LATER_MAX_DAYS * DAY_MS
}

/** A date with a time on the sender's clock, which is named. */
export function SendTimeField({ time, onChange }: { time: SendLater; onChange: (time: SendLater) => void }) {
  const words = useWords(sendLaterWords)
  const id = useId()
  const { localTime, timeZone } = time
  const isWrong = !isSendTime(time)
  return (
    <div className={recordStyles.field}>
      <div className={`${layoutStyles.ends} ${fieldStyles.fieldHead}`}>
        <label htmlFor={id}>{words.time}</label>
      </div>
      <input
        id={id}
        type="datetime-local"
        className={fieldStyles.textField}
        value={localTime}
        min={localTimeAt(Date.now() + SEND_LATER_MIN_MINUTES * MINUTE_MS, timeZone)}
        max={localTimeAt(Date.now() + SEND_LATER_MAX_DAYS * DAY_MS, timeZone)}
        aria-invalid={isWrong}
        aria-describedby={`${id}-hint`}
        onChange={(event) => onChange({ timeZone, localTime: event.currentTarget.value.slice(0, 16) })}
      />
      <p
        id={`${id}-hint`}
        className={`${isWrong ? fieldStyles.fieldError : textStyles.soft} ${layoutStyles.medium} ${layoutStyles.aboveTight}`}
        role="status"
      >
        {isWrong ? words.range(SEND_LATER_MIN_MINUTES) : words.zone(timeZone.replaceAll('_', ' '))}
      </p>
    </div>
  )
}
