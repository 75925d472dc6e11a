import { useParams } from '@tanstack/react-router'
import { PayScreen } from '../../features/billing/pay/pay-screen.tsx'
import { payWords } from '../../features/billing/words/pay/pay-words.ts'
import { useAccount } from '../../shared/api/session.ts'
import { usePageTitle } from '../../shared/ui/page/page-title.ts'
import { PageWaiting } from '../../shared/ui/page/page-waiting.tsx'
import { useWords } from '../../shared/words/language.tsx'

/**
 * The payment page of the sandbox provider. It needs no login; but a session that is being restored clears what was
 * read before, so the page waits for it.
 */
export function PayPage() {
  const { session = '' } = useParams({ strict: false }) as { session?: string }
  const account = useAccount()
  usePageTitle(useWords(payWords).pageTitle)
  return account === undefined ? <PageWaiting /> : <PayScreen session={session} />
}
