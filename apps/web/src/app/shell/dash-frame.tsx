import { Link, Outlet, useLocation } from '@tanstack/react-router'
import { Suspense, useEffect, useState } from 'react'
import { Toasts } from '../../features/notifications/toasts.tsx'
import { useLive } from '../../features/notifications/use-live.ts'
import { problemWordsReady } from '../../shared/api/problem-words.ts'
import { QueryProvider, queryClient } from '../../shared/api/query-provider.tsx'
import { useAccount, useFreshAccount } from '../../shared/api/session.ts'
import { showSendSheet } from '../../shared/drafts/send-sheet-state.ts'
import { fetchDashAhead } from '../../shared/loading/fetch-ahead.ts'
import { lazyPart } from '../../shared/loading/lazy-part.ts'
import { useAccountClock } from '../../shared/time/clock.ts'
import { ClockNote } from '../../shared/time/clock-note.tsx'
import { Button } from '../../shared/ui/fields/button.ts'
import { Drawing, Icon, type IconName } from '../../shared/ui/marks/icons.tsx'
import { PageWaiting } from '../../shared/ui/page/page-waiting.tsx'
import layoutStyles from '../../shared/ui/styles/layout.module.css'
import linesStyles from '../../shared/ui/styles/lines.module.css'
import textStyles from '../../shared/ui/styles/text.module.css'
import { spokenLanguage, useWords } from '../../shared/words/language.tsx'
import { useArriveAtHash } from './arrive-at-hash.ts'
import styles from './dash-frame.module.css'
import { invalidateShown } from './invalidate-shown.ts'
import { LineNote } from './line-note.tsx'
import { OverPage } from './over-page.tsx'
import { SendSheet } from './send-sheet.tsx'
import { StorageMeter } from './storage-meter.tsx'
import { dashWords } from './words/dash-words.ts'

/** On a slow line the page that was asked for takes as long. */
const FETCH_AHEAD_MS = 3_000

const FactorSetup = lazyPart(async () => {
  const [{ FactorSetup: Page }] = await Promise.all([
    import('../../features/account/security/factor-setup.tsx'),
    problemWordsReady(spokenLanguage()),
  ])
  return Page
})

const OverSeatsNote = lazyPart(async () => (await import('../../features/team/over-seats-note.tsx')).OverSeatsNote)

/**
 * Every dashboard page. An account that lacks the second factor of its team sets one up in place of the page that it
 * asked for, and then sees that page.
 */
export function DashFrame() {
  const account = useAccount()
  useAccountClock()
  useFreshAccount()
  const [isBarred, setBarred] = useState(false)
  if (account?.secondFactorRule === 'unmet' && !isBarred) setBarred(true)
  if (!isBarred) return <OpenFrame />
  return (
    <QueryProvider>
      <div className={styles.dash}>
        <div className={`${layoutStyles.stackWide} ${styles.dashSide}`} />
        <div className={styles.dashPage}>
          <Suspense fallback={<PageWaiting />}>
            <FactorSetup onEnd={() => setBarred(false)} />
          </Suspense>
        </div>
      </div>
    </QueryProvider>
  )
}

/** The frame: navigation, usage, and the send button. */
function OpenFrame() {
  const account = useAccount()
  useLive(invalidateShown)
  useArriveAtHash()
  useEffect(() => void fetchDashAhead({ afterMs: FETCH_AHEAD_MS, isBusy: () => queryClient.isFetching() > 0 }), [])
  return (
    <QueryProvider>
      <div className={styles.dash}>
        <aside className={`${layoutStyles.stackWide} ${styles.dashSide}`}>
          <SendButton />
          <DashNav />
          {account && <StorageMeter account={account} />}
          <ClockNote />
        </aside>
        <div className={styles.dashPage}>
          <LineNote />
          {account?.overSeats && (
            <Suspense>
              <OverSeatsNote account={account} overSeats={account.overSeats} className={layoutStyles.below} />
            </Suspense>
          )}
          <Outlet />
        </div>
      </div>
      <SendSheet />
      <OverPage />
      <Toasts />
    </QueryProvider>
  )
}

function SendButton() {
  const words = useWords(dashWords)
  return (
    <Button
      className="dash-send"
      onClick={() => showSendSheet(true)}
      leftSection={<Icon name="add" />}
      aria-keyshortcuts="n"
      title={words.sendKey}
    >
      {words.sendFiles}
    </Button>
  )
}

function DashNav() {
  const words = useWords(dashWords)
  const isFirstPage = useLocation({ select: ({ pathname }) => /^\/dash\/?$/.test(pathname) })
  return (
    <nav className={styles.dashNav} aria-label={words.dash}>
      <Place to="/dash/transfers" icon="transfers" label={words.transfers} isHere={isFirstPage} />
      <Place to="/dash/requests" icon="requests" label={words.requests} />
      <Place to="/dash/library" icon="library" label={words.library} />
      <Place to="/dash/contacts" icon="people" label={words.contacts} />
      <Place to="/dash/analytics" icon="analytics" label={words.analytics} />
      <Place to="/dash/account" icon="person" label={words.account} />
    </nav>
  )
}

/** Shown on no other page. */
const drawings = {
  transfers: 'M4 8h14m0 0l-4-4m4 4l-4 4M20 16H6m0 0l4-4m-4 4l4 4',
  analytics: 'M4 19.5h16M7 16v-5M12 16V5M17 16V9',
} as const

interface PlaceProps {
  to: string
  icon: IconName | keyof typeof drawings
  label: string
  /** Another address of the same page. */
  isHere?: boolean
}

function Place({ to, icon, label, isHere = false }: PlaceProps) {
  return (
    <Link
      to={to}
      className={`${textStyles.soft} ${linesStyles.line} ${styles.dashPlace}`}
      {...(isHere && { 'aria-current': 'page' })}
    >
      {icon === 'transfers' || icon === 'analytics' ? <Drawing path={drawings[icon]} /> : <Icon name={icon} />}
      {label}
    </Link>
  )
}
