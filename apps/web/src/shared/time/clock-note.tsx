import { useAccount } from '../api/session.ts'
import layoutStyles from '../ui/styles/layout.module.css'
import textStyles from '../ui/styles/text.module.css'
import { useWords } from '../words/language.tsx'
import { useNow } from './ago-time.tsx'
import { useClock } from './clock.ts'
import { clockWords } from './words/clock-words.ts'

/** Whose clock the times of a page are on. */
export function ClockNote() {
  const words = useWords(clockWords)
  const clock = useClock()
  const isAccounts = useAccount()?.timeZone === clock.zone
  const now = new Date(useNow()).toISOString()
  const times = isAccounts ? words.times : words.browserTimes
  return (
    <p className={`${textStyles.soft} ${layoutStyles.small}`}>
      {times(clock.zone.replaceAll('_', ' '), clock.zoneAt(now))}
    </p>
  )
}
