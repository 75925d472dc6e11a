import { feedbackLogins } from '@waybill/contract/conversations/rules'
import { Suspense, useEffect, useRef } from 'react'
import { call } from '../../shared/api/client.ts'
import { problemWordsReady } from '../../shared/api/problem-words.ts'
import { accountNow, useAccount } from '../../shared/api/session.ts'
import { lazyPart } from '../../shared/loading/lazy-part.ts'
import { spokenLanguage, useWords } from '../../shared/words/language.tsx'
import styles from './conversation.module.css'
import { openOver, useOpened } from './conversation-state.ts'
import { useConversation } from './use-conversation.ts'
import { conversationWords } from './words/conversation-words.ts'

const Panel = lazyPart(async () => {
  const [{ ConversationPanel }] = await Promise.all([
    import('./conversation-panel.tsx'),
    problemWordsReady(spokenLanguage()),
  ])
  return ConversationPanel
})
const Dialogs = lazyPart(async () => {
  const [{ FeedbackDialogs }] = await Promise.all([
    import('./feedback-dialogs.tsx'),
    problemWordsReady(spokenLanguage()),
  ])
  return FeedbackDialogs
})

/** The feedback button in the corner of every page, what it opens, and what links to '/contact' open. */
export function ConversationCorner() {
  const words = useWords(conversationWords)
  const opened = useOpened()
  const account = useAccount()
  const { data } = useConversation(false)
  const wasOpened = useRef({ panel: false, dialogs: false })
  useContactLinks()
  useFeedbackOpening()
  const isPanel = opened === 'conversation'
  if (isPanel) wasOpened.current.panel = true
  else if (opened !== null) wasOpened.current.dialogs = true
  const unread = data?.unread ?? 0
  return (
    <>
      <div className={styles.corner}>
        {unread > 0 && !isPanel && (
          <button type="button" data-is-new onClick={() => openOver('conversation')}>
            {words.newAnswers(unread)}
          </button>
        )}
        <button type="button" aria-haspopup="dialog" onClick={() => openOver('feedback')}>
          {words.feedback}
        </button>
      </div>
      {/* The next account finds nothing that this one has typed. */}
      <Suspense key={account?._id} fallback={null}>
        {wasOpened.current.panel && <Panel isOpen={isPanel} onClose={() => openOver(null)} />}
        {wasOpened.current.dialogs && <Dialogs opened={isPanel ? null : opened} />}
      </Suspense>
    </>
  )
}

/** Before this code is there, and with a key held, the link leads to the page of the same. */
function useContactLinks(): void {
  useEffect(() => {
    const press = (event: MouseEvent) => {
      const isPlain = event.button === 0 && !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)
      const link = (event.target as Element | null)?.closest?.('a[href="/contact"]')
      if (!isPlain || !link || location.pathname === '/contact') return
      event.preventDefault()
      event.stopPropagation()
      openOver('conversation')
    }
    document.addEventListener('click', press, { capture: true })
    return () => document.removeEventListener('click', press, { capture: true })
  }, [])
}

/** The form opens by itself at some counts of logins, once each: the server says whether. Never over another dialog. */
function useFeedbackOpening(): void {
  const count = useAccount()?.loginCount
  useEffect(() => {
    if (count === undefined || !feedbackLogins.includes(count) || document.querySelector('[role="dialog"]')) return
    const open = ({ opens }: { opens: boolean }) => opens && accountNow() && openOver('feedback')
    call('claimFeedback', {}).then(open, () => undefined)
  }, [count])
}
