import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { conversationStates, type StateOfConversation } from '@waybill/contract/conversations/rules'
import { useId, useState } from 'react'
import { call } from '../../../shared/api/client.ts'
import { ListFailed } from '../../../shared/ui/lists/list-failed.tsx'
import { ListMore } from '../../../shared/ui/lists/list-more.tsx'
import { moreOf } from '../../../shared/ui/lists/more-of.ts'
import layoutStyles from '../../../shared/ui/styles/layout.module.css'
import partsStyles from '../../../shared/ui/styles/parts.module.css'
import textStyles from '../../../shared/ui/styles/text.module.css'
import { useWords } from '../../../shared/words/language.tsx'
import styles from '../conversation.module.css'
import { DeskConversation } from './desk-conversation.tsx'
import { Who } from './who.tsx'
import { conversationDeskWords } from './words/conversation-desk-words.ts'

const REREAD_MS = 15_000
type Shown = StateOfConversation | 'all'

/** The operator's list of conversations, and the one that the address names in its place. */
export function DeskConversations() {
  const [shown, setShown] = useState<Shown>('open')
  const { conversation } = useSearch({ strict: false }) as { conversation?: string }
  const navigate = useNavigate()
  const setOpened = (id: string | null) =>
    void navigate({ to: '.', search: (id === null ? {} : { conversation: id }) as never })
  if (conversation) return <DeskConversation key={conversation} id={conversation} onBack={() => setOpened(null)} />
  return (
    <div className={layoutStyles.stack}>
      <StateChoice shown={shown} onChoose={setShown} />
      <Listed shown={shown} onOpen={setOpened} />
    </div>
  )
}

function StateChoice({ shown, onChoose }: { shown: Shown; onChoose: (shown: Shown) => void }) {
  const words = useWords(conversationDeskWords)
  const name = useId()
  return (
    <fieldset className={styles.feedbackRating}>
      <legend className={textStyles.soft}>{words.filter}</legend>
      <div className={partsStyles.segments}>
        {([...conversationStates, 'all'] as const).map((state) => (
          <label key={state}>
            <input type="radio" name={name} checked={state === shown} onChange={() => onChoose(state)} />
            {words.states[state]}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

function Listed({ shown, onOpen }: { shown: Shown; onOpen: (id: string) => void }) {
  const words = useWords(conversationDeskWords)
  const state = shown === 'all' ? {} : { state: shown }
  const list = useInfiniteQuery({
    queryKey: ['desk', 'conversations', shown],
    queryFn: ({ pageParam, signal }) =>
      call('listConversations', { query: { ...state, ...(pageParam && { after: pageParam }) }, signal }),
    initialPageParam: '',
    getNextPageParam: (last) => last.next,
    refetchInterval: REREAD_MS,
  })
  const { data, error, refetch } = list
  if (data === undefined && error)
    return <ListFailed error={error} again={words.again} onAgain={() => void refetch()} />
  if (data === undefined) return <div className={partsStyles.waiting} role="status" aria-label={words.loading} />
  const conversations = data.pages.flatMap((page) => page.conversations)
  if (conversations.length === 0) {
    return <p className={textStyles.soft}>{shown === 'open' ? words.empty : words.emptyAll}</p>
  }
  return (
    <>
      <ul className={`${partsStyles.paper} ${layoutStyles.ruledList}`} aria-label={words.list}>
        {conversations.map((one) => (
          <li key={one._id}>
            <button type="button" className={styles.deskRow} data-desk-row onClick={() => onOpen(one._id)}>
              <Who of={one} />
              <span className={layoutStyles.cut}>{one.lastText}</span>
            </button>
          </li>
        ))}
      </ul>
      <ListMore list={moreOf(list)} label={words.more} />
    </>
  )
}
