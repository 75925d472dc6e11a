import { useNavigate, useSearch } from '@tanstack/react-router'
import { AnalyticsPanels, hasOpenings } from '../../analytics/analytics-panels.tsx'
import { readPlace } from '../../analytics/analytics-place.ts'
import { FilterChips } from '../../analytics/filter-chips.tsx'
import { PeriodPicker } from '../../analytics/period-picker.tsx'
import { Totals } from '../../analytics/totals.tsx'
import { useAnalytics } from '../../analytics/use-analytics.ts'
import { ListFailed } from '../../ui/list-failed.tsx'
import { usePageTitle } from '../../ui/page-title.ts'
import { analyticsWords } from '../../words/analytics.ts'
import { useWords } from '../../words/language.tsx'
import './analytics.css'
import './dash-page.css'

/** Who fetched what, when and where; what is asked for stands in the address. */
export function AnalyticsPage() {
  const words = useWords(analyticsWords)
  usePageTitle(words.title)
  const place = readPlace(useSearch({ strict: false }))
  const navigate = useNavigate()
  const { data, error, isPlaceholderData, refetch } = useAnalytics(place)
  // A reading that fails later leaves what was read before.
  const shown = data ?? null
  return (
    <>
      <h1 className="dash-title">{words.title}</h1>
      <PeriodPicker
        place={place}
        shown={shown}
        isStale={isPlaceholderData || (!shown && !error)}
        onPlace={(next) => void navigate({ to: '.', search: readPlace({ ...next }) as never })}
      />
      <FilterChips place={place} fileName={isPlaceholderData ? undefined : shown?.fileName} />
      {error && !shown && <ListFailed error={error} again={words.again} onAgain={() => void refetch()} />}
      {shown ? (
        <div className="analytics" aria-busy={isPlaceholderData}>
          <Totals data={shown} hasOpenings={hasOpenings(shown, place)} />
          <AnalyticsPanels data={shown} place={place} />
        </div>
      ) : (
        !error && <div className="analytics-waiting" role="status" aria-label={words.loading} />
      )}
    </>
  )
}
