import layoutStyles from '../../shared/ui/styles/layout.module.css'
import partsStyles from '../../shared/ui/styles/parts.module.css'
import textStyles from '../../shared/ui/styles/text.module.css'
import { useLanguage, useWords } from '../../shared/words/language.tsx'
import styles from './totals.module.css'
import type { Analytics } from './use-analytics.ts'
import { analyticsWords } from './words/analytics-words.ts'

interface TotalsProps {
  data: Pick<Analytics, 'totals' | 'timeZone'>
  hasOpenings: boolean
}

/** The totals of the period, each with its unit. */
export function Totals({ data: { totals, timeZone }, hasOpenings }: TotalsProps) {
  const words = useWords(analyticsWords)
  const { language } = useLanguage()
  const facts = [
    [words.downloads, totals.downloads, words.downloadsMean],
    [words.repeats, totals.repeats, words.repeatsMean],
    ...(hasOpenings ? ([[words.openings, totals.openings, words.openingsMean]] as const) : []),
  ] as const
  return (
    <>
      <dl className={`${layoutStyles.stack} ${styles.totals}`}>
        {facts.map(([name, count, meaning]) => (
          <div key={name} className={partsStyles.frame}>
            <dt>{name}</dt>
            <dd className={`${layoutStyles.title} ${textStyles.mono}`}>{count.toLocaleString(language)}</dd>
            <dd className={`${layoutStyles.small} ${textStyles.soft}`}>{meaning}</dd>
          </div>
        ))}
      </dl>
      <p className={textStyles.soft}>{words.zone(timeZone)}</p>
    </>
  )
}
