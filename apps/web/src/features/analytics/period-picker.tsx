import { Link } from '@tanstack/react-router'
import { periodDays } from '@waybill/contract/tracking/analytics-periods'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { Button } from '../../shared/ui/fields/button.ts'
import fieldStyles from '../../shared/ui/fields/field.module.css'
import listStyles from '../../shared/ui/lists/list.module.css'
import layoutStyles from '../../shared/ui/styles/layout.module.css'
import { useWords } from '../../shared/words/language.tsx'
import type { AnalyticsParams } from './analytics-params.ts'
import styles from './period-picker.module.css'
import type { Analytics } from './use-analytics.ts'
import { analyticsWords } from './words/analytics-words.ts'

interface PeriodPickerProps {
  params: AnalyticsParams
  /** The shown period; null before the first answer. */
  shown: Pick<Analytics, 'from' | 'to' | 'each'> | null
  /** The shown data belongs to other parameters, and its days are about to change. */
  isStale: boolean
  onParams: (params: AnalyticsParams) => void
  /** Chooses whose counts are shown. */
  whose?: ReactNode
}

const spans = ['hour', 'day', 'week'] as const

/** The days, and the period of a bar. The address has all of it. */
export function PeriodPicker({ params, shown, isStale, onParams, whose }: PeriodPickerProps) {
  const words = useWords(analyticsWords)
  const { days, from, to, each, ...narrowed } = params
  const isOwn = from !== undefined || to !== undefined
  const chosen = isOwn ? null : (days ?? '30')
  return (
    <div className={`${layoutStyles.row} ${layoutStyles.below}`}>
      <nav className={listStyles.listViews} aria-label={words.period}>
        {periodDays.map((one) => (
          <Link
            key={one}
            to="."
            search={{ ...narrowed, days: one } as never}
            className={listStyles.listView}
            aria-current={one === chosen ? 'page' : undefined}
          >
            {words.days[one]}
          </Link>
        ))}
      </nav>
      <OwnDays shown={shown} isStale={isStale} onDays={(own) => onParams({ ...narrowed, ...own })} />
      {whose}
      {shown && <Each shown={shown} onEach={(one) => onParams({ ...params, each: one })} />}
    </div>
  )
}

interface EachProps {
  shown: Pick<Analytics, 'from' | 'to' | 'each'>
  onEach: (each: (typeof spans)[number]) => void
}

/** The periods of a bar that these days allow. */
function Each({ shown, onEach }: EachProps) {
  const words = useWords(analyticsWords)
  const id = useId()
  return (
    <span className={styles.periodEach}>
      <label htmlFor={id}>{words.each}</label>
      <select
        id={id}
        className={fieldStyles.textField}
        value={shown.each}
        onChange={(event) => onEach(event.currentTarget.value as (typeof spans)[number])}
      >
        {spans
          .filter((one) => mayBe(one, shown))
          .map((one) => (
            <option key={one} value={one}>
              {words.eachOf[one]}
            </option>
          ))}
      </select>
    </span>
  )
}

interface Days {
  from: string
  to: string
}

interface OwnDaysProps extends Pick<PeriodPickerProps, 'shown' | 'isStale'> {
  onDays: (days: Days) => void
}

/** Two days. Typed dates stay until other days show; the fields are read-only until the days are known. */
function OwnDays({ shown, isStale, onDays }: OwnDaysProps) {
  const words = useWords(analyticsWords)
  const [typed, setTyped] = useState<(Days & { over: string }) | null>(null)
  const over = `${shown?.from} ${shown?.to}`
  const { from, to } = typed?.over === over ? typed : { from: shown?.from ?? '', to: shown?.to ?? '' }
  const isBackwards = from !== '' && to !== '' && from > to
  const choose = (event: FormEvent) => {
    event.preventDefault()
    if (!isStale) onDays({ from, to })
  }
  const type = (change: Partial<Days>) => setTyped({ from, to, ...change, over })
  return (
    <form
      className={`${layoutStyles.row} ${layoutStyles.gapTight} ${styles.periodOwn}`}
      aria-label={words.own}
      onSubmit={choose}
    >
      <Day label={words.from} value={from} isStale={isStale} onType={(day) => type({ from: day })} />
      <Day
        label={words.to}
        value={to}
        isStale={isStale}
        fault={isBackwards ? words.backwards : ''}
        onType={(day) => type({ to: day })}
      />
      {/* Not disabled: it would lose the focus. */}
      <Button type="submit" variant="default" aria-disabled={isStale}>
        {words.show}
      </Button>
    </form>
  )
}

interface DayProps {
  label: string
  value: string
  isStale: boolean
  /** The browser's message at the field in place of sending the form. */
  fault?: string
  onType: (day: string) => void
}

function Day({ label, value, isStale, fault = '', onType }: DayProps) {
  const id = useId()
  return (
    <span>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        ref={(field) => field?.setCustomValidity(fault)}
        type="date"
        className={fieldStyles.textField}
        value={value}
        readOnly={isStale}
        aria-invalid={fault !== '' || undefined}
        onChange={(event) => onType(event.currentTarget.value)}
        required
      />
    </span>
  )
}

const MOST_DAYS = { hour: 14, day: 400, week: Number.POSITIVE_INFINITY }

/** The maximum number of bars that the server counts. */
const mayBe = (each: (typeof spans)[number], { from, to }: { from: string; to: string }) =>
  (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1 <= MOST_DAYS[each]
