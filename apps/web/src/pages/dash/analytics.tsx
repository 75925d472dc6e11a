import { Button } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { AnalyticsPanels, hasOpenings } from '../../analytics/analytics-panels.tsx'
import { readPlace } from '../../analytics/analytics-place.ts'
import { FilterChips } from '../../analytics/filter-chips.tsx'
import { PeriodPicker } from '../../analytics/period-picker.tsx'
import { Totals } from '../../analytics/totals.tsx'
import { useAnalytics } from '../../analytics/use-analytics.ts'
import { failureSentence } from '../../api/problem-words.ts'
import { usePageTitle } from '../../ui/page-title.ts'
import { analyticsWords } from '../../words/analytics.ts'
import { useLanguage, useWords } from '../../words/language.tsx'
import './analytics.css'
import './dash-page.css'

/** Who fetched what, when and where; what is asked for stands in the address. */
export function AnalyticsPage() {
  const words = useWords(analyticsWords)
  const { language } = useLanguage()
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
      {error && !shown && (
        <div className="list-instead" role="alert">
          <p>{failureSentence(language, error)}</p>
          <Button variant="default" onClick={() => void refetch()}>
            {words.again}
          </Button>
        </div>
      )}
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
