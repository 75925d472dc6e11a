import { useNavigate, useSearch } from '@tanstack/react-router'
import { EVERYONE } from '@waybill/contract/transfers/views'
import styles from '../../../features/analytics/analytics.module.css'
import { AnalyticsPanels, hasOpenings } from '../../../features/analytics/analytics-panels.tsx'
import { type AnalyticsParams, readAnalyticsParams } from '../../../features/analytics/analytics-params.ts'
import { FilterChips } from '../../../features/analytics/filter-chips.tsx'
import { PeriodPicker } from '../../../features/analytics/period-picker.tsx'
import { Totals } from '../../../features/analytics/totals.tsx'
import { askedOf, useAnalytics } from '../../../features/analytics/use-analytics.ts'
import { analyticsWords } from '../../../features/analytics/words/analytics-words.ts'
import { ME, MemberFilter, useSeesTeam } from '../../../features/transfers/list/member-filter.tsx'
import { HelpLinks } from '../../../shared/help/help-links.tsx'
import { ListFailed } from '../../../shared/ui/lists/list-failed.tsx'
import dashPageStyles from '../../../shared/ui/page/dash-page.module.css'
import { usePageTitle } from '../../../shared/ui/page/page-title.ts'
import layoutStyles from '../../../shared/ui/styles/layout.module.css'
import partsStyles from '../../../shared/ui/styles/parts.module.css'
import { useWords } from '../../../shared/words/language.tsx'

/** Who downloaded what, when and where; the parameters are in the address. */
export function AnalyticsPage() {
  const words = useWords(analyticsWords)
  usePageTitle(words.title)
  const params = readAnalyticsParams(useSearch({ strict: false }))
  const navigate = useNavigate()
  const seesTeam = useSeesTeam()
  const asked = askedOf(params, !seesTeam || params.member === ME ? undefined : (params.member ?? EVERYONE))
  const { data, error, isPlaceholderData, refetch } = useAnalytics(asked)
  const show = (next: AnalyticsParams) => void navigate({ to: '.', search: readAnalyticsParams({ ...next }) as never })
  // A later failure keeps the data that was read before.
  const shown = data ?? null
  return (
    <>
      <h1 className={dashPageStyles.dashTitle}>{words.title}</h1>
      <PeriodPicker
        params={params}
        shown={shown}
        isStale={isPlaceholderData || (!shown && !error)}
        onParams={show}
        whose={seesTeam && <MemberFilter member={params.member} onChoose={(member) => show({ ...params, member })} />}
      />
      <FilterChips params={params} fileName={isPlaceholderData ? undefined : shown?.fileName} />
      {error && !shown && <ListFailed error={error} again={words.again} onAgain={() => void refetch()} />}
      {shown ? (
        <div className={`${layoutStyles.stack} ${styles.analytics}`} aria-busy={isPlaceholderData}>
          <Totals data={shown} hasOpenings={hasOpenings(shown, params)} />
          <AnalyticsPanels data={shown} params={params} asked={asked} />
        </div>
      ) : (
        !error && (
          <div
            className={`${partsStyles.waiting} ${styles.analyticsWaiting}`}
            role="status"
            aria-label={words.loading}
          />
        )
      )}
      <HelpLinks articles={['analytics']} />
    </>
  )
}
