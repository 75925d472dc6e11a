import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import { Address } from '../../shared/ui/marks/address.tsx'
import layoutStyles from '../../shared/ui/styles/layout.module.css'
import textStyles from '../../shared/ui/styles/text.module.css'
import { useLanguage, useWords } from '../../shared/words/language.tsx'
import type { AnalyticsParams } from './analytics-params.ts'
import styles from './count-table.module.css'
import { analyticsWords } from './words/analytics-words.ts'

export interface CountRow {
  key: string
  name: string
  /** Under the name. */
  note?: string | null
  /** The filter that a click on the name sets. */
  to: AnalyticsParams
  downloads: number
  repeats: number
  openings: number
}

interface CountTableProps {
  /** The contents of the first column. */
  head: string
  /** The table's name for screen readers. */
  caption: string
  rows: readonly CountRow[]
  /** Files are not opened. */
  hasOpenings?: boolean
}

/** Counts with a bar each, whose length is the share of the largest one. */
export function CountTable({ head, caption, rows, hasOpenings = true }: CountTableProps) {
  const words = useWords(analyticsWords)
  const { language } = useLanguage()
  const most = Math.max(1, ...rows.map(({ downloads, openings }) => Math.max(downloads, hasOpenings ? openings : 0)))
  const say = (count: number) => count.toLocaleString(language)
  return (
    <table className={`${layoutStyles.large} ${styles.countTable}`}>
      <caption className={textStyles.unseen}>{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{head}</th>
          <th scope="col">{words.downloads}</th>
          <th scope="col">{words.repeats}</th>
          {hasOpenings && <th scope="col">{words.openings}</th>}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, name, note, to, downloads, repeats, openings }) => (
          <Fragment key={key}>
            <tr data-noted={note ? true : undefined}>
              <th scope="row">
                <Link to={'/dash/analytics' as never} search={to as never}>
                  <Address of={name} />
                </Link>
                <Bar share={downloads / most} tone="downloads" />
                {hasOpenings && <Bar share={openings / most} tone="openings" />}
              </th>
              <td className={textStyles.mono}>{say(downloads)}</td>
              <td className={textStyles.mono}>{say(repeats)}</td>
              {hasOpenings && <td className={textStyles.mono}>{say(openings)}</td>}
            </tr>
            {note && (
              <tr className={styles.countNote}>
                <td colSpan={hasOpenings ? 4 : 3} className={textStyles.soft}>
                  {note}
                </td>
              </tr>
            )}
          </Fragment>
        ))}
      </tbody>
    </table>
  )
}

const Bar = ({ share, tone }: { share: number; tone: 'downloads' | 'openings' }) => (
  <svg className={styles.countBar} data-tone={tone} viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
    <rect width={share * 100} height="1" />
  </svg>
)
