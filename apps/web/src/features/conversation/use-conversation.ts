import { useQuery } from '@tanstack/react-query'
import type { ConversationMessage, readConversation } from '@waybill/contract/conversations/endpoints'
import type { ReplyOf } from '@waybill/contract/core/endpoint'
import { call } from '../../shared/api/client.ts'
import { queryClient } from '../../shared/api/query-provider.tsx'
import { useAccount } from '../../shared/api/session.ts'
import { keep, readKept } from '../../shared/storage/kept.ts'

type Conversation = ReplyOf<typeof readConversation>
const KEY = ['conversation']
/** Only the dashboard has a stream of events: elsewhere an open conversation asks. */
const FOLLOW_MS = 15_000

/** Answers have arrived. */
export const invalidateConversation = (): Promise<void> => queryClient.invalidateQueries({ queryKey: KEY })

/**
 * The conversation of the account, or of this browser. Closed, it is read for an account and for a browser that has
 * written, so that the page can say that there is an answer.
 */
export function useConversation(isOpen: boolean) {
  const account = useAccount()
  const mayHaveAnswers = account !== null || readKept('conversation') !== null
  return useQuery(
    {
      queryKey: [...KEY, account?._id ?? null],
      queryFn: ({ signal }) => call('readConversation', { signal }),
      enabled: account !== undefined && (isOpen || mayHaveAnswers),
      refetchInterval: isOpen ? FOLLOW_MS : false,
    },
    queryClient,
  )
}

function change(how: (conversation: Conversation) => Conversation): void {
  queryClient.setQueriesData<Conversation>({ queryKey: KEY }, (old) => old && how(old))
}

/** Shows a message that was sent from here, whatever an earlier reading still brings. */
export async function addSent(message: ConversationMessage, email: string | null): Promise<void> {
  keep('conversation', 'begun')
  await queryClient.cancelQueries({ queryKey: KEY })
  change((old) => ({ ...old, email: old.email ?? email, messages: [...old.messages, message] }))
  await invalidateConversation()
}

/** This browser has left its conversation: nothing of it is shown or read again. */
export async function forgetConversation(): Promise<void> {
  keep('conversation', null)
  await queryClient.cancelQueries({ queryKey: KEY })
  await queryClient.resetQueries({ queryKey: KEY })
}

/** The reader has seen everything up to `place`. */
export async function markRead(place: number): Promise<void> {
  change((old) => ({ ...old, unread: 0 }))
  // The server says again what is unread at the next reading.
  await call('markAnswersRead', { body: { place } }).catch(() => undefined)
}

/** The page without what only its reader may know: invitations and passwords are in addresses too. */
export const pageNow = (): string =>
  location.pathname.startsWith('/dash') ? location.pathname : `/${location.pathname.split('/')[1] ?? ''}`
