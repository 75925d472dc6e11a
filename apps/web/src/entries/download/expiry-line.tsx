import downloadStyles from '../../shared/served-page/download.module.css'
import { useHasScripts } from '../../shared/served-page/use-live.ts'
import { formatDay, formatTime } from '../../shared/time/moment.ts'
import { useLanguage, useWords } from '../../shared/words/language.tsx'
import { downloadWords } from './words/download-words.ts'

const HOUR_MS = 3_600_000
const EXPIRING_MS = 2.2 * 24 * HOUR_MS

/** How long the link works, in the reader's zone once it is known, in UTC before. */
export function ExpiryLine({ expiresAt }: { expiresAt: string | null }) {
  const { language } = useLanguage()
  const words = useWords(downloadWords)
  const isLive = useHasScripts()
  if (expiresAt === null) return <span>{words.neverExpires}</span>
  const zone = isLive ? 'local' : 'utc'
  const write = isLive ? words.expiresAt : words.expiresAtUtc
  const isSoon = isLive && Date.parse(expiresAt) - Date.now() < EXPIRING_MS
  return (
    <time dateTime={expiresAt} className={isSoon ? downloadStyles.expiresSoon : undefined}>
      {write(formatDay(expiresAt, zone, language), formatTime(expiresAt, zone))}
    </time>
  )
}
