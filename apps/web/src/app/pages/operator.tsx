import { useParams } from '@tanstack/react-router'
import { DeskConversations } from '../../features/conversation/desk/desk-conversations.tsx'
import { AccountsPage } from '../../features/desk/accounts-page.tsx'
import { BlocksPage } from '../../features/desk/blocks-page.tsx'
import { DeskFrame } from '../../features/desk/desk-frame.tsx'
import type { DeskPage } from '../../features/desk/desk-pages.ts'
import { HealthPage } from '../../features/desk/health-page.tsx'
import { InfectedPage } from '../../features/desk/infected-page.tsx'
import { LifetimePage } from '../../features/desk/lifetime-page.tsx'
import { JobsPage, MailsPage } from '../../features/desk/queue-pages.tsx'
import { ReportsPage } from '../../features/desk/reports-page.tsx'
import { SecurityPage } from '../../features/desk/security-page.tsx'
import { QueryProvider } from '../../shared/api/query-provider.tsx'
import { useAccount } from '../../shared/api/session.ts'
import { PageWaiting } from '../../shared/ui/page/page-waiting.tsx'
import { useArriveAtHash } from '../shell/arrive-at-hash.ts'
import { NotFoundPage } from './not-found.tsx'

/** Every page of the operator's desk, in the order of its navigation. */
const pages: readonly DeskPage[] = [
  { name: 'health', path: '', show: (desk) => <HealthPage desk={desk} /> },
  { name: 'accounts', path: 'accounts', show: () => <AccountsPage /> },
  { name: 'reports', path: 'reports', show: () => <ReportsPage /> },
  { name: 'jobs', path: 'jobs', show: () => <JobsPage /> },
  { name: 'mails', path: 'mails', show: () => <MailsPage /> },
  { name: 'security', path: 'security', show: () => <SecurityPage /> },
  { name: 'conversations', path: 'conversations', show: () => <DeskConversations /> },
  { name: 'lifetime', path: 'lifetime', show: () => <LifetimePage /> },
  { name: 'infected', path: 'infected', show: () => <InfectedPage /> },
  { name: 'blocks', path: 'blocks', show: () => <BlocksPage /> },
]

/** For everybody but operators, the page of an unknown path. */
export function OperatorPage() {
  const account = useAccount()
  const { _splat = '' } = useParams({ strict: false }) as { _splat?: string }
  useArriveAtHash()
  const unknown = <NotFoundPage />
  if (account === undefined) return <PageWaiting />
  if (account === null) return unknown
  return (
    <QueryProvider>
      <DeskFrame pages={pages} path={_splat} unknown={unknown} />
    </QueryProvider>
  )
}
