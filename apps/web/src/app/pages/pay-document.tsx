import { useEffect } from 'react'
import { nextSearch } from '../../features/account/sign-in/destination.ts'
import { PanelScreen } from '../../features/billing/panel/panel-screen.tsx'
import { panelWords } from '../../features/billing/words/panel/panel-words.ts'
import { payWords } from '../../features/billing/words/pay/pay-words.ts'
import { hasSession, restorePatiently, useAccount } from '../../shared/api/session.ts'
import { Page } from '../../shared/ui/page/page.tsx'
import { usePageTitle } from '../../shared/ui/page/page-title.ts'
import { PageWaiting } from '../../shared/ui/page/page-waiting.tsx'
import { useWords } from '../../shared/words/language.tsx'

/** The frame of the payment page. Only the account that buys sees it: anybody else logs in first. */
export function PayDocument({ session }: { session: string }) {
  const account = useAccount()
  usePageTitle(useWords(payWords).pageTitle)
  useEffect(() => {
    const leaving = new AbortController()
    if (hasSession()) void restorePatiently(leaving.signal).catch(() => undefined)
    return () => leaving.abort()
  }, [])
  useEffect(() => {
    if (account === null) location.replace(`/login?${new URLSearchParams(nextSearch(location.pathname))}`)
  }, [account])
  return <Page nav={<PricesLink />}>{account ? <PanelScreen session={session} /> : <PageWaiting />}</Page>
}

function PricesLink() {
  const { billing } = useWords(panelWords)
  return <a href="/dash/account/billing">{billing}</a>
}
