import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { periodDays } from '@waybill/contract/analytics-periods'
import { type FormEvent, useId } from 'react'
import { analyticsWords } from '../words/analytics.ts'
import { useWords } from '../words/language.tsx'
import type { AnalyticsPlace } from './analytics-place.ts'
import type { Analytics } from './use-analytics.ts'
import './period-picker.css'

interface PeriodPickerProps {
  place: AnalyticsPlace
  /** What is shown; null before the first answer. */
  shown: Pick<Analytics, 'from' | 'to' | 'each'> | null
  /** What is shown is of another place, and its days are about to change. */
  isStale: boolean
  onPlace: (place: AnalyticsPlace) => void
}

const spans = ['hour', 'day', 'week'] as const

/** Which days, and what a bar is of them. All of it stands in the address. */
export function PeriodPicker({ place, shown, isStale, onPlace }: PeriodPickerProps) {
  const words = useWords(analyticsWords)
  const id = useId()
  const { days, from, to, each, ...narrowed } = place
  const isOwn = from !== undefined || to !== undefined
  const chosen = isOwn ? null : (days ?? '30')
  const choose = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const given = new FormData(event.currentTarget)
    onPlace({ ...narrowed, from: String(given.get('from')), to: String(given.get('to')) })
  }
  return (
    <div className="period-picker">
      <nav className="period-days" aria-label={words.period}>
        {periodDays.map((one) => (
          <Link
            key={one}
            to="."
            search={{ ...narrowed, days: one } as never}
            className="period-link"
            aria-current={one === chosen ? 'page' : undefined}
          >
            {words.days[one]}
          </Link>
        ))}
      </nav>
      {/* New days are new fields; until they are known nothing can be typed that they would take away. */}
      <form className="period-own" aria-label={words.own} onSubmit={choose} key={`${shown?.from} ${shown?.to}`}>
        <span>
          <label htmlFor={`${id}from`}>{words.from}</label>
          <input
            id={`${id}from`}
            name="from"
            type="date"
            className="text-field"
            defaultValue={shown?.from}
            disabled={isStale}
            required
          />
        </span>
        <span>
          <label htmlFor={`${id}to`}>{words.to}</label>
          <input
            id={`${id}to`}
            name="to"
            type="date"
            className="text-field"
            defaultValue={shown?.to}
            disabled={isStale}
            required
          />
        </span>
        <Button type="submit" variant="default" disabled={isStale}>
          {words.show}
        </Button>
      </form>
      {shown && (
        <select
          className="text-field period-each"
          aria-label={words.each}
          value={shown.each}
          onChange={(event) => onPlace({ ...place, each: event.currentTarget.value as (typeof spans)[number] })}
        >
          {spans
            .filter((one) => mayBe(one, shown))
            .map((one) => (
              <option key={one} value={one}>
                {words.eachOf[one]}
              </option>
            ))}
        </select>
      )}
    </div>
  )
}

const MOST_DAYS = { hour: 14, day: 400, week: Number.POSITIVE_INFINITY }

/** As many bars as the server counts. */
const mayBe = (each: (typeof spans)[number], { from, to }: { from: string; to: string }) =>
  (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1 <= MOST_DAYS[each]
