import { useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import { PayScreen } from '../../features/billing/pay/pay-screen.tsx'
import { payWords } from '../../features/billing/words/pay/pay-words.ts'
import { useAccount } from '../../shared/api/session.ts'
import { isPaidInPanel } from '../../shared/document/plans-seller.ts'
import { usePageTitle } from '../../shared/ui/page/page-title.ts'
import { PageWaiting } from '../../shared/ui/page/page-waiting.tsx'
import { useWords } from '../../shared/words/language.tsx'

// One file for both pages: the first load of every page names each file that may come later.
export { PayDocument } from './pay-document.tsx'

/**
 * The payment page of the sandbox provider. It needs no login; but a session that is being restored clears what was
 * read before, so the page waits for it.
 */
export function PayPage() {
  const { session = '' } = useParams({ strict: false }) as { session?: string }
  const account = useAccount()
  usePageTitle(useWords(payWords).pageTitle)
  const isElsewhere = isPaidInPanel()
  useEffect(() => {
    // The page with Stripe's form has a content policy of its own, which only a load of its document brings.
    if (isElsewhere) location.reload()
  }, [isElsewhere])
  return account === undefined || isElsewhere ? <PageWaiting /> : <PayScreen session={session} />
}
