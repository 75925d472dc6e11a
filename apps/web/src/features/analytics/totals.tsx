import { useLanguage, useWords } from '../../shared/words/language.tsx'
import { analyticsWords } from './words/analytics-words.ts'
import './totals.css'
import type { Analytics } from './use-analytics.ts'

interface TotalsProps {
  data: Pick<Analytics, 'totals' | 'timeZone'>
  hasOpenings: boolean
}

/** The sums of the period, each with what it counts. */
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
      <dl className="totals">
        {facts.map(([name, count, meaning]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="mono">{count.toLocaleString(language)}</dd>
            <dd className="soft">{meaning}</dd>
          </div>
        ))}
      </dl>
      <p className="soft">{words.zone(timeZone)}</p>
    </>
  )
}
