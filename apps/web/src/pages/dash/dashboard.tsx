import { Overview } from '../../analytics/overview.tsx'
import { TransfersPage } from './transfers.tsx'

/** The dashboard's first page: what needs attention, and below it everything that was sent. */
export function DashboardPage() {
  return (
    <>
      <Overview />
      <TransfersPage />
    </>
  )
}
