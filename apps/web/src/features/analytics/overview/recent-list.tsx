import { Link } from '@tanstack/react-router'
import type { RecentEntry } from '@waybill/contract/tracking/analytics-endpoints'
import type { LedgerKind } from '@waybill/contract/tracking/endpoints'
import { placeName } from '../../../shared/places/place-name.ts'
import { AgoTime } from '../../../shared/time/ago-time.tsx'
import { kindOf } from '../../../shared/tracking/entry-words.ts'
import { trackingWords } from '../../../shared/tracking/words/tracking-words.ts'
import { filesWords } from '../../../shared/ui/files/words/files-words.ts'
import textStyles from '../../../shared/ui/styles/text.module.css'
import { useLanguage, useWords } from '../../../shared/words/language.tsx'
import { analyticsWords } from '../words/analytics-words.ts'
import styles from './recent-list.module.css'

/** The latest actions of people and of the server, the newest first. */
export function RecentList({ entries }: { entries: readonly RecentEntry[] }) {
  const words = useWords(analyticsWords)
  const told = useWords(trackingWords)
  const { namedFiles } = useWords(filesWords)
  const { language } = useLanguage()
  if (entries.length === 0) return <p className={textStyles.soft}>{words.nothingYet}</p>
  const whoOf = ({ email, kind }: RecentEntry) =>
    kind === 'sent' ? told.you : kind === 'expired' ? null : (email ?? words.linkHolder)
  const whatOf = ({ fileName, fileCount }: RecentEntry) => fileName && namedFiles(fileName, fileCount)
  return (
    <ol className={styles.recentList}>
      {entries.map((entry) => (
        <li key={entry._id}>
          <strong>{kindOf({ kind: entry.kind as LedgerKind, evidence: entry.evidence }, told) ?? entry.kind}</strong>
          <span>{[whoOf(entry), whatOf(entry)].filter(Boolean).join(' · ')}</span>
          <span className={textStyles.soft}>
            <AgoTime at={entry.at} />
            {placeName(entry, language) && ` · ${placeName(entry, language)}`}
            {' · '}
            <Link
              to="/dash/transfers/$slug"
              params={{ slug: entry.slug }}
              className={textStyles.mono}
              aria-label={words.transfer(entry.slug)}
            >
              {entry.slug}
            </Link>
          </span>
        </li>
      ))}
    </ol>
  )
}
