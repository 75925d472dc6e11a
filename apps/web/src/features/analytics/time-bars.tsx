import { dayAndTime } from '../../shared/time/day-and-time.ts'
import { formatDay } from '../../shared/time/moment.ts'
import layoutStyles from '../../shared/ui/styles/layout.module.css'
import textStyles from '../../shared/ui/styles/text.module.css'
import { useLanguage, useWords } from '../../shared/words/language.tsx'
import countTableStyles from './count-table.module.css'
import styles from './time-bars.module.css'
import type { Analytics } from './use-analytics.ts'
import { analyticsWords } from './words/analytics-words.ts'

type Time = Analytics['times'][number]

/** '3 Nov 2026', and the hour where a bar is one. Clocks are the account's. */
function useTimeNames(each: Analytics['each']): (time: Time) => string {
  const { language } = useLanguage()
  return ({ local }) => {
    const day = formatDay(`${local}:00Z`, 'utc', language)
    return each === 'hour' ? dayAndTime(day, local.slice(11), language) : day
  }
}

interface TimeBarsProps {
  times: readonly Time[]
  each: Analytics['each']
  of: 'downloads' | 'openings'
}

/** One bar for each period. */
export function TimeBars({ times, each, of }: TimeBarsProps) {
  const words = useWords(analyticsWords)
  const nameOf = useTimeNames(each)
  const counts = times.map((time) => time[of])
  const most = Math.max(...counts, 0)
  const peak = times[counts.indexOf(most)]
  const sum = words.sum(
    words[of],
    counts.reduce((all, count) => all + count, 0),
  )
  const [first, last] = [times[0], times.at(-1)]
  return (
    <figure className={styles.timeBars} data-of={of}>
      <figcaption>
        <strong>{sum}</strong>
        {peak && most > 0 && <span className={textStyles.soft}> {words.most(most, nameOf(peak))}</span>}
      </figcaption>
      <svg viewBox={`0 0 ${times.length} 100`} preserveAspectRatio="none" role="img" aria-label={sum}>
        {times.map((time, nth) => (
          <g key={time.at}>
            <title>{`${nameOf(time)}: ${time[of]}`}</title>
            <rect className={styles.timeRoom} x={nth} width="1" height="100" />
            {time[of] > 0 && (
              <rect
                className={styles.timeBar}
                x={nth + 0.1}
                width="0.8"
                y={100 - heightOf(time[of], most)}
                height={heightOf(time[of], most)}
              />
            )}
          </g>
        ))}
      </svg>
      <p className={`${layoutStyles.tiny} ${styles.timeEnds} ${textStyles.soft} ${textStyles.mono}`}>
        <span>{first && nameOf(first)}</span>
        <span>{last && nameOf(last)}</span>
      </p>
    </figure>
  )
}

/** A nonzero bar shows, however small it is beside the largest. */
const heightOf = (count: number, most: number) => Math.max(3, (count / most) * 100)

/** The same numbers, as text. */
export function TimeTable({ times, each, hasOpenings }: Omit<TimeBarsProps, 'of'> & { hasOpenings: boolean }) {
  const words = useWords(analyticsWords)
  const nameOf = useTimeNames(each)
  return (
    <details className={styles.timeTable}>
      <summary>{words.asTable}</summary>
      <table className={`${layoutStyles.large} ${countTableStyles.countTable}`}>
        <caption className={textStyles.unseen}>{words.when}</caption>
        <thead>
          <tr>
            <th scope="col">{words.time}</th>
            <th scope="col">{words.downloads}</th>
            <th scope="col">{words.repeats}</th>
            {hasOpenings && <th scope="col">{words.openings}</th>}
          </tr>
        </thead>
        <tbody>
          {times.map((time) => (
            <tr key={time.at}>
              <th scope="row">{nameOf(time)}</th>
              <td className={textStyles.mono}>{time.downloads}</td>
              <td className={textStyles.mono}>{time.repeats}</td>
              {hasOpenings && <td className={textStyles.mono}>{time.openings}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}
