import { problemSentence } from '../../../shared/api/problem-words.ts'
import { UpgradeLink } from '../../../shared/billing/upgrade/upgrade-link.tsx'
import { formatDay } from '../../../shared/time/moment.ts'
import { nextMonthUtc } from '../../../shared/time/next-month-utc.ts'
import layoutStyles from '../../../shared/ui/styles/layout.module.css'
import partsStyles from '../../../shared/ui/styles/parts.module.css'
import textStyles from '../../../shared/ui/styles/text.module.css'
import { Gap } from '../../../shared/words/gap.tsx'
import { useLanguage, useWords } from '../../../shared/words/language.tsx'
import type { RequestListReading } from '../use-requests.ts'
import { requestsWords } from '../words/requests-words.ts'
import requestFormStyles from './request-form.module.css'

/** How many of the month's requests remain where the plan limits them: shown before the limit is reached. */
export function MonthNote({ month }: { month: RequestListReading['month'] }) {
  const words = useWords(requestsWords)
  const { language } = useLanguage()
  if (month === null || month.limit === null) return null
  const { used, limit } = month
  if (used < limit) return <p className={`${textStyles.soft} ${layoutStyles.medium}`}>{words.monthUsed(used, limit)}</p>
  const day = formatDay(new Date(nextMonthUtc(Date.now())).toISOString(), 'utc', language)
  return (
    <p
      className={`${layoutStyles.row} ${layoutStyles.large} ${partsStyles.frameStrong} ${requestFormStyles.requestNote}`}
      role="note"
    >
      {problemSentence(language, 'request-month-full', { limit })}
      <Gap />
      {words.monthAnew(day)}
      <Gap />
      <UpgradeLink limit="requests" need={limit + 1} />
    </p>
  )
}
