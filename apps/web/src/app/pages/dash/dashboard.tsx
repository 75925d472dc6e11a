import { Overview } from '../../analytics/overview.tsx'
import { usePageTitle } from '../../ui/page-title.ts'
import { analyticsWords } from '../../words/analytics.ts'
import { useWords } from '../../words/language.tsx'
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
