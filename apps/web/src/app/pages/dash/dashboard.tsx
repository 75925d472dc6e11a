import { Overview } from '../../../features/analytics/overview/overview.tsx'
import { analyticsWords } from '../../../features/analytics/words/analytics-words.ts'
import { usePageTitle } from '../../../shared/ui/page/page-title.ts'
import { useWords } from '../../../shared/words/language.tsx'
import { SentTransfers } from './transfers.tsx'

/** The dashboard's first page: what needs attention, and below it everything that was sent. */
export function DashboardPage() {
  const words = useWords(analyticsWords)
  usePageTitle(words.overview)
  return (
    <>
      <h1 className="dash-title">{words.overview}</h1>
      <Overview />
      <SentTransfers heading="h2" />
    </>
  )
}
