import { useQuery } from '@tanstack/react-query'
import type { CustomerMessage, ListedConversation } from '@waybill/contract/conversations/desk-endpoints'
import { useEffect } from 'react'
import { call } from '../../../shared/api/client.ts'
import { queryClient } from '../../../shared/api/query-provider.tsx'
import { useMutation } from '../../../shared/api/use-mutation.ts'
import { AgoTime } from '../../../shared/time/ago-time.tsx'
import { Button } from '../../../shared/ui/fields/button.ts'
import { FailureLine } from '../../../shared/ui/fields/failure-line.tsx'
import { ListFailed } from '../../../shared/ui/lists/list-failed.tsx'
import layoutStyles from '../../../shared/ui/styles/layout.module.css'
import partsStyles from '../../../shared/ui/styles/parts.module.css'
import textStyles from '../../../shared/ui/styles/text.module.css'
import { useWords } from '../../../shared/words/language.tsx'
import styles from '../conversation.module.css'
import { AnswerForm } from './answer-form.tsx'
import { Who } from './who.tsx'
import { conversationDeskWords } from './words/conversation-desk-words.ts'

const REREAD_MS = 10_000
const reloadConversations = () => queryClient.invalidateQueries({ queryKey: ['desk', 'conversations'] })

/** One conversation: who is asking, the messages, and the answer. Escape leads back to the list. */
export function DeskConversation({ id, onBack }: { id: string; onBack: () => void }) {
  const words = useWords(conversationDeskWords)
  const { data, error, refetch } = useQuery({
    queryKey: ['desk', 'conversations', 'one', id],
    queryFn: ({ signal }) => call('openConversation', { params: { conversation: id }, signal }),
    refetchInterval: REREAD_MS,
  })
  useBackKey(onBack)
  if (data === undefined && error)
    return <ListFailed error={error} again={words.again} onAgain={() => void refetch()} />
  if (data === undefined) return <div className={partsStyles.waiting} role="status" aria-label={words.loading} />
  const { conversation, messages } = data
  const { isVisitor, email } = conversation
  return (
    <div className={layoutStyles.stack}>
      <Acts id={id} of={conversation} onBack={onBack} />
      <Who of={conversation} />
      <Messages messages={messages} />
      {isVisitor && <p className={textStyles.soft}>{email === null ? words.noEmailHint : words.unproven}</p>}
      <AnswerForm id={id} onSent={() => void reloadConversations()} />
    </div>
  )
}

interface ActsProps {
  id: string
  of: Pick<ListedConversation, 'isMine' | 'state'>
  onBack: () => void
}

/** Back, take over or leave, and close. */
function Acts({ id, of: { isMine, state }, onBack }: ActsProps) {
  const words = useWords(conversationDeskWords)
  const { isBusy, error, save } = useMutation()
  const params = { conversation: id }
  const act = (work: () => Promise<unknown>, done?: string) =>
    void save(async () => {
      await work()
      await reloadConversations()
    }, done)
  return (
    <div className={layoutStyles.row}>
      <Button variant="default" size="sm" onClick={onBack}>
        {words.back}
      </Button>
      <Button
        variant="default"
        size="sm"
        disabled={isBusy}
        onClick={() => act(() => call('assignConversation', { params, body: { isMine: !isMine } }))}
      >
        {isMine ? words.leave : words.take}
      </Button>
      {state !== 'closed' && (
        <Button
          variant="default"
          size="sm"
          disabled={isBusy}
          onClick={() => act(() => call('closeConversation', { params }), words.closed)}
        >
          {words.close}
        </Button>
      )}
      <FailureLine>{error}</FailureLine>
    </div>
  )
}

/** In a field or an open part, the desk's own keys let Escape leave that first. */
function useBackKey(onBack: () => void): void {
  useEffect(() => {
    const press = ({ key, target, isComposing }: KeyboardEvent) => {
      const isInside = target instanceof Element && target.closest('input, textarea, select, details[open]') !== null
      if (key === 'Escape' && !isInside && !isComposing) onBack()
    }
    // Before the desk's own keys close that part.
    addEventListener('keydown', press, { capture: true })
    return () => removeEventListener('keydown', press, { capture: true })
  }, [onBack])
}

function Messages({ messages }: { messages: readonly CustomerMessage[] }) {
  const words = useWords(conversationDeskWords)
  return (
    <div
      className={`${partsStyles.paper} ${layoutStyles.stackClose} ${styles.deskLog}`}
      role="log"
      aria-label={words.messages}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by keyboard
      tabIndex={0}
    >
      {messages.map(({ place, author, text, rating, route, hasLeftFiles, at }) => (
        <article key={place} className={`${partsStyles.frame} ${styles.conversationMessage}`} data-author={author}>
          <p className={`${textStyles.soft} ${layoutStyles.small}`}>
            {words[author]} · <AgoTime at={at} />
            {rating !== null && ` · ${words.rated(rating)}`}
            {route !== null && ` · ${words.page(route)}`}
          </p>
          <p className={layoutStyles.asWritten}>{text}</p>
          {hasLeftFiles && <p className={`${textStyles.soft} ${layoutStyles.small}`}>{words.leftFiles}</p>}
        </article>
      ))}
    </div>
  )
}
