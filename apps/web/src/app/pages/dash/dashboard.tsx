import { DEFAULT_EXPIRY_SECONDS } from '@waybill/contract/transfers/expiry'
import type { Help } from '../../../features/analytics/overview/attention.tsx'
import { Overview } from '../../../features/analytics/overview/overview.tsx'
import { useOverview } from '../../../features/analytics/overview/use-overview.ts'
import { analyticsWords } from '../../../features/analytics/words/analytics-words.ts'
import { extendTransfers } from '../../../features/transfers/list/change-transfers.ts'
import { mailAgain } from '../../../features/transfers/record/mail-again.ts'
import dashPageStyles from '../../../shared/ui/page/dash-page.module.css'
import { usePageTitle } from '../../../shared/ui/page/page-title.ts'
import { useWords } from '../../../shared/words/language.tsx'
import { SentTransfers } from './transfers.tsx'

const help: Help = {
  extend: (transfer) => extendTransfers([transfer], DEFAULT_EXPIRY_SECONDS),
  mailAgain,
}

/** The dashboard's first page: what needs attention, and below it all sent transfers. */
export function DashboardPage() {
  const words = useWords(analyticsWords)
  usePageTitle(words.overview)
  // An empty list has a heading of its own. Until the answer comes, this assumes that the account has sent: most have.
  const { data } = useOverview()
  const hasOverview = data === undefined || data.hasSent || data.lateRequests.length > 0
  return (
    <>
      <h1 className={dashPageStyles.dashTitle}>{words.overview}</h1>
      <Overview help={help} />
      <SentTransfers heading={hasOverview ? 'h2' : null} />
    </>
  )
}
