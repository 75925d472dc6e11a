import type { ConversationMessage } from '@waybill/contract/conversations/endpoints'
import { useEffect, useRef } from 'react'
import { failureSentence } from '../../shared/api/problem-words.ts'
import { useAccount } from '../../shared/api/session.ts'
import { AgoTime } from '../../shared/time/ago-time.tsx'
import { Button } from '../../shared/ui/fields/button.ts'
import layoutStyles from '../../shared/ui/styles/layout.module.css'
import partsStyles from '../../shared/ui/styles/parts.module.css'
import textStyles from '../../shared/ui/styles/text.module.css'
import { useLanguage, useWords } from '../../shared/words/language.tsx'
import { Composer } from './composer.tsx'
import styles from './conversation.module.css'
import { LeaveButton } from './leave-button.tsx'
import { markRead, useConversation } from './use-conversation.ts'
import { conversationWords } from './words/conversation-words.ts'

const HOUR_SECONDS = 3_600

/** The messages, and the field for the next one. */
export function ConversationPart() {
  const words = useWords(conversationWords)
  const { language } = useLanguage()
  const account = useAccount()
  const { data, error, isPending, refetch } = useConversation(true)
  const place = data?.messages.at(-1)?.place ?? 0
  const unread = data?.unread ?? 0
  useMarkRead(unread > 0 ? place : null)
  if (isPending) return <div className={partsStyles.waiting} role="status" aria-label={words.loading} />
  if (error !== null && data === undefined) {
    return (
      <div className={`${layoutStyles.stackClose} ${layoutStyles.starts}`} role="alert">
        <p>{failureSentence(language, error)}</p>
        <Button variant="default" onClick={() => void refetch()}>
          {words.again}
        </Button>
      </div>
    )
  }
  return (
    <div className={styles.conversation}>
      <p className={`${textStyles.soft} ${layoutStyles.medium}`}>
        {words.lead}
        {data.answeredWithin !== null && ` ${words.usually(Math.ceil(data.answeredWithin / HOUR_SECONDS))}`}
      </p>
      <Messages messages={data.messages} />
      <Composer email={data.email} />
      {account === null && data.messages.length > 0 && <LeaveButton />}
    </div>
  )
}

/** Marks as read what is really seen: who is in another tab gets the answer by mail. `place` null: nothing is new. */
function useMarkRead(place: number | null): void {
  useEffect(() => {
    if (place === null) return
    const mark = () => {
      if (document.visibilityState === 'visible') void markRead(place)
    }
    mark()
    document.addEventListener('visibilitychange', mark)
    return () => document.removeEventListener('visibilitychange', mark)
  }, [place])
}

function Messages({ messages }: { messages: readonly ConversationMessage[] }) {
  const words = useWords(conversationWords)
  const end = useRef<HTMLDivElement>(null)
  const count = messages.length
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new message scrolls to itself
  useEffect(() => {
    end.current?.scrollIntoView({ block: 'nearest' })
  }, [count])
  if (count === 0) return <p className={`${styles.conversationEmpty} ${textStyles.soft}`}>{words.empty}</p>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by keyboard
    <div className={styles.conversationLog} role="log" aria-label={words.messages} tabIndex={0}>
      {messages.map((message) => (
        <Message key={message.place} message={message} />
      ))}
      <div ref={end} />
    </div>
  )
}

function Message({ message: { author, text, rating, hasLeftFiles, at } }: { message: ConversationMessage }) {
  const words = useWords(conversationWords)
  return (
    <article className={`${partsStyles.frame} ${styles.conversationMessage}`} data-author={author}>
      <p className={`${textStyles.soft} ${layoutStyles.small}`}>
        {author === 'customer' ? words.you : words.us} · <AgoTime at={at} />
        {rating !== null && ` · ${words.rated(words.ratings[rating])}`}
      </p>
      <p className={layoutStyles.asWritten}>{text}</p>
      {hasLeftFiles && <p className={`${textStyles.soft} ${layoutStyles.small}`}>{words.leftFiles}</p>}
    </article>
  )
}
