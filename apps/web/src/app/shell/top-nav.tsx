import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useAccount } from '../../shared/api/session.ts'
import { lazyPart } from '../../shared/loading/lazy-part.ts'
import { shellWords } from '../../shared/ui/words/shell-words.ts'
import { useWords } from '../../shared/words/language.tsx'
import './top-nav.css'

const AccountMenu = lazyPart(async () => (await import('./account-menu.tsx')).AccountMenu)

/** The ways in the bar: prices, and in or to the dashboard. While a kept session is being checked neither stands there. */
export function TopNav() {
  const words = useWords(shellWords)
  const account = useAccount()
  return (
    <nav className="top-nav" aria-label={words.mainWays}>
      <Link to="/pricing" className="top-bar-tool top-nav-wide">
        {words.pricing}
      </Link>
      {account && (
        <Suspense fallback={<span className="top-nav-waiting" />}>
          <AccountMenu account={account} />
        </Suspense>
      )}
      {account === null && (
        <Link to="/login" className="top-bar-tool top-nav-main">
          {words.logIn}
        </Link>
      )}
    </nav>
  )
}

/** The way to the prices, for phones, whose bar has no room for it, and to checking a receipt, for whoever was shown one. */
export function FooterNav() {
  const words = useWords(shellWords)
  return (
    <>
      <Link to="/pricing">{words.pricing}</Link>
      <Link to="/verify-receipt">{words.checkReceipt}</Link>
    </>
  )
}
