import { Suspense, useEffect, useRef } from 'react'
import { useAccount, useFreshAccount } from '../../../shared/api/session.ts'
import { type Screen, useQuickSend } from '../../../shared/drafts/quick-send-state.ts'
import { lazyPart } from '../../../shared/loading/lazy-part.ts'
import { Slip } from '../../../shared/ui/marks/slip.tsx'
import { useWords } from '../../../shared/words/language.tsx'
import { QuickSendForm } from '../form/quick-send-form.tsx'
import { quickSendWords } from '../form/words/quick-send-words.ts'
import { standingOf } from '../standing/standing-of.ts'
import styles from './quick-send.module.css'

/**
 * Progress and "sent" are one part, so that the save's answer shows at once: loading another costs a round trip, and
 * React keeps the placeholder of a part that was not ready for 0.3 s.
 */
const UploadScreen = lazyPart(async () => (await import('./progress-screen.tsx')).UploadScreen)

/** The screens after the form; loaded on first use. */
const laterScreens = {
  code: lazyPart(async () => (await import('./code-screen.tsx')).CodeScreen),
  sending: UploadScreen,
  done: UploadScreen,
  limit: lazyPart(async () => (await import('./limit-screen.tsx')).LimitScreen),
  unfinished: lazyPart(async () => (await import('./unfinished-screen.tsx')).UnfinishedScreen),
} satisfies Record<Exclude<Screen, 'form'>, unknown>

const StandingScreen = lazyPart(async () => (await import('../standing/standing-screen.tsx')).StandingScreen)

/** The card on which a visitor prepares and sends a transfer: one screen of it at a time. */
export function QuickSend() {
  useFreshAccount()
  const screen = useQuickSend((state) => state.screen)
  // Another screen was open: on return, the focus goes to the form.
  const shown = useRef(screen)
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (screen !== 'form') shown.current = screen
    // The next screen may be shorter than the scrolled one: its top scrolls into view.
    if ((place.current?.getBoundingClientRect().top ?? 0) < 0) place.current?.scrollIntoView({ block: 'start' })
  }, [screen])
  const account = useAccount()
  const standing = screen === 'form' && account ? standingOf(account) : null
  const Later = screen === 'form' ? null : laterScreens[screen]
  return (
    <div ref={place} className={styles.quickSendPlace}>
      <Suspense fallback={<WaitingSlip />}>
        {account && standing ? (
          <StandingScreen account={account} code={standing} />
        ) : Later ? (
          <Later />
        ) : (
          <QuickSendForm takesFocus={shown.current !== 'form'} />
        )}
      </Suspense>
    </div>
  )
}

/** A placeholder of the form's size, so that nothing jumps while the next screen loads. */
function WaitingSlip() {
  const words = useWords(quickSendWords)
  return (
    <Slip label={words.name}>
      <div className={styles.slipWaiting} />
    </Slip>
  )
}
