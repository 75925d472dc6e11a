import { Link, useLocation } from '@tanstack/react-router'
import { Suspense } from 'react'
import { destinationNow, nextSearch } from '../../features/account/sign-in/destination.ts'
import { useAccount } from '../../shared/api/session.ts'
import { lazyPart } from '../../shared/loading/lazy-part.ts'
import topBarStyles from '../../shared/ui/page/top-bar.module.css'
import { shellWords } from '../../shared/ui/words/shell-words.ts'
import { useWords } from '../../shared/words/language.tsx'
import styles from './top-nav.module.css'

const AccountMenu = lazyPart(async () => (await import('./account-menu.tsx')).AccountMenu)

/**
 * The links in the bar: prices, and login or dashboard. While the page checks a kept session it shows neither of the
 * last two. A visitor's prices are inside the app too, at `/signup`, so that a draft survives; `/pricing` is then a page
 * of the server.
 */
export function TopNav() {
  const words = useWords(shellWords)
  const account = useAccount()
  // The login leads back to a guarded page, and on to what this page would lead to.
  const destination = useLocation({ select: ({ href }) => destinationNow() ?? href })
  return (
    <nav className={styles.topNav} aria-label={words.mainWays}>
      <Link to={account ? '/pricing' : '/signup'} className={`${topBarStyles.topBarTool} ${styles.topNavWide}`}>
        {words.pricing}
      </Link>
      {account && (
        <Suspense fallback={<span className={styles.topNavWaiting} />}>
          <AccountMenu account={account} />
        </Suspense>
      )}
      {account === null && (
        <Link
          to="/login"
          search={nextSearch(destination)}
          className={`${topBarStyles.topBarTool} ${styles.topNavMain}`}
        >
          {words.logIn}
        </Link>
      )}
    </nav>
  )
}

/** The links to the prices, for phones, whose bar has no space for it, to the receipt check, and to the operator. */
export function FooterNav() {
  const words = useWords(shellWords)
  return (
    <>
      <Link to={useAccount() ? '/pricing' : '/signup'}>{words.pricing}</Link>
      <Link to="/verify-receipt">{words.checkReceipt}</Link>
      <Link to="/contact">{words.contactUs}</Link>
    </>
  )
}
