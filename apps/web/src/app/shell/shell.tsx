import { Link, Outlet, useNavigate, useRouterState } from '@tanstack/react-router'
import { type ReactNode, Suspense, useEffect, useRef } from 'react'
import { nextSearch } from '../../features/account/sign-in/destination.ts'
import { askBeforeLeaving } from '../../features/send/upload/ask-before-leaving.ts'
import { followAccount } from '../../features/send/upload/follow-account.ts'
import { RunningUpload } from '../../features/send/upload/running-upload.tsx'
import { accountNow, hasSession, restoreSession, useAccount, wayOutNow } from '../../shared/api/session.ts'
import { lazyPart } from '../../shared/loading/lazy-part.ts'
import { NoticeBoard } from '../../shared/ui/page/notice-board.tsx'
import { Page } from '../../shared/ui/page/page.tsx'
import { useSiteTitle } from '../../shared/ui/page/page-title.ts'
import topBarStyles from '../../shared/ui/page/top-bar.module.css'
import { shellWords } from '../../shared/ui/words/shell-words.ts'
import { useWords } from '../../shared/words/language.tsx'
import { noteFirstVisit } from '../guards/returning.ts'
import { FooterNav, TopNav } from './top-nav.tsx'

/** The specification's time until the feedback button shows. */
const CORNER_MS = 3_200
const Corner = lazyPart(async () => {
  await new Promise((resolve) => setTimeout(resolve, CORNER_MS))
  return (await import('../../features/conversation/conversation-corner.tsx')).ConversationCorner
})

/** The app's own link home, which keeps a running upload. */
const linkHome = (brand: ReactNode, label: string) => (
  <Link to="/" className={topBarStyles.brand} aria-label={label}>
    {brand}
  </Link>
)

/** The frame of every page of the app. */
export function Shell() {
  const words = useWords(shellWords)
  // On every page: a draft and a running upload exist behind all of them.
  useEffect(askBeforeLeaving, [])
  useEffect(followAccount, [])
  useEffect(noteFirstVisit, [])
  useEffect(() => {
    // A guard has often done it already.
    if (hasSession() && !accountNow()) void restoreSession().catch(() => undefined)
  }, [])
  useSiteTitle(words.title)
  useLeaveWhenSignedOut()
  return (
    <>
      <Page home={linkHome} nav={<TopNav />} footerNav={<FooterNav />}>
        <Outlet />
      </Page>
      <RunningUpload />
      <NoticeBoard />
      <Suspense>
        <Corner />
      </Suspense>
    </>
  )
}

/**
 * A session that ended elsewhere ends here too: the page no longer shows the account's data. The operator's desk is an
 * unknown page to a visitor, so that only somebody who had a session leaves it for the login.
 */
function useLeaveWhenSignedOut(): void {
  const account = useAccount()
  const hadSession = useRef(false)
  if (account !== null) hadSession.current = true
  const inside = hadSession.current ? /^\/(?:dash|operator)(?:\/|$)/ : /^\/dash(?:\/|$)/
  const isInside = useRouterState({ select: ({ location }) => inside.test(location.pathname) })
  const href = useRouterState({ select: ({ location }) => location.href })
  const navigate = useNavigate()
  useEffect(() => {
    if (!isInside || account !== null) return
    const wayOut = wayOutNow()
    void navigate(wayOut ? { to: wayOut, replace: true } : { to: '/login', search: nextSearch(href) })
  }, [account, isInside, href, navigate])
}
