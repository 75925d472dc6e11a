import { Link } from '@tanstack/react-router'
import type { ReplyOf } from '@waybill/contract/core/endpoint'
import type { readOverview } from '@waybill/contract/tracking/analytics-endpoints'
import { failureSentence } from '../../../shared/api/problem-words.ts'
import { useAccount } from '../../../shared/api/session.ts'
import { Button } from '../../../shared/ui/fields/button.ts'
import partsStyles from '../../../shared/ui/styles/parts.module.css'
import textStyles from '../../../shared/ui/styles/text.module.css'
import { useLanguage, useWords } from '../../../shared/words/language.tsx'
import type { AnalyticsParams } from '../analytics-params.ts'
import { CountryPart } from '../map/country-part.tsx'
import { analyticsWords } from '../words/analytics-words.ts'
import { Attention, type Help } from './attention.tsx'
import { FirstSteps } from './first-steps.tsx'
import styles from './overview.module.css'
import { RecentList } from './recent-list.tsx'
import { useOverview } from './use-overview.ts'

const COUNTRIES = 6

/** The first part of the dashboard; empty where the account has sent nothing: the list below says how to begin. */
export function Overview({ help }: { help: Help }) {
  const words = useWords(analyticsWords)
  const { language } = useLanguage()
  const { data, error, refetch } = useOverview()
  if (error && !data) {
    return (
      <div className={styles.overview} role="alert">
        <p>{failureSentence(language, error)}</p>
        <Button variant="default" onClick={() => void refetch()}>
          {words.again}
        </Button>
      </div>
    )
  }
  if (!data)
    return (
      <div
        className={`${partsStyles.waiting} ${styles.overview} ${styles.overviewRoom}`}
        role="status"
        aria-label={words.loading}
      />
    )
  if (!data.hasSent && data.lateRequests.length === 0) return <FirstSteps data={data} />
  return (
    <>
      <FirstSteps data={data} />
      <section className={styles.overview} aria-label={words.overview}>
        <section aria-labelledby="overview-attention">
          <h2 id="overview-attention">{words.attention}</h2>
          <Attention groups={data.attention} late={data.lateRequests} help={help} />
        </section>
        {data.hasSent && <Sent data={data} />}
      </section>
    </>
  )
}

/** Where transfers went, and what happened last. */
function Sent({ data }: { data: ReplyOf<typeof readOverview> }) {
  const words = useWords(analyticsWords)
  // The dashboard counts the account alone; the page behind it would count the whole team.
  const isInTeam = (useAccount()?.team.length ?? 0) > 1
  const own: AnalyticsParams = { days: '30', ...(isInTeam ? { member: 'me' } : {}) }
  return (
    <>
      <section aria-labelledby="overview-where">
        <h2 id="overview-where">{words.where}</h2>
        <p className={textStyles.soft}>
          {words.whereLately} · <Link to={'/dash/analytics' as never}>{words.allAnalytics}</Link>
        </p>
        <CountryPart countries={data.countries} params={own} take={COUNTRIES} />
      </section>
      <section aria-labelledby="overview-lately">
        <h2 id="overview-lately">{words.lately}</h2>
        <RecentList entries={data.recent} />
      </section>
    </>
  )
}
