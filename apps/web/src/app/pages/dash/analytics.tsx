import { useNavigate, useSearch } from '@tanstack/react-router'
import { AnalyticsPanels, hasOpenings } from '../../../features/analytics/analytics-panels.tsx'
import { readPlace } from '../../../features/analytics/analytics-place.ts'
import { FilterChips } from '../../../features/analytics/filter-chips.tsx'
import { PeriodPicker } from '../../../features/analytics/period-picker.tsx'
import { Totals } from '../../../features/analytics/totals.tsx'
import { useAnalytics } from '../../../features/analytics/use-analytics.ts'
import { analyticsWords } from '../../../features/analytics/words/analytics-words.ts'
import { ListFailed } from '../../../shared/ui/lists/list-failed.tsx'
import { usePageTitle } from '../../../shared/ui/page/page-title.ts'
import { useWords } from '../../../shared/words/language.tsx'
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
