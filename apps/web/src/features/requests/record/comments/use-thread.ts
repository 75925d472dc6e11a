import { useQuery } from '@tanstack/react-query'
import type { Comment, Thread } from '@waybill/contract/requests/comment-shapes'
import { useEffect } from 'react'
import { call } from '../../../../shared/api/client.ts'
import { mutate } from '../../../../shared/api/mutate.ts'
import { queryClient } from '../../../../shared/api/query-provider.tsx'
import { REREAD_MS, threadKey } from '../use-request-record.ts'

export interface ThreadOf {
  request: string
  slug: string
  supplier: string
  item: string
}

const paramsOf = ({ request, supplier, item }: ThreadOf) => ({ request, supplier, item })
const keyOf = ({ slug, supplier, item }: ThreadOf) => threadKey(slug, supplier, item)

/** Reloads the threads, and the counts in the lists. */
const invalidateComments = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['requests'] })

/** A thread while it is open. What shows on a visible page is marked as read. */
export function useThread(of: ThreadOf, isOpen: boolean) {
  const reading = useQuery({
    queryKey: keyOf(of),
    queryFn: async ({ signal }) => (await call('readThread', { params: paramsOf(of), signal })).thread,
    enabled: isOpen,
    refetchInterval: REREAD_MS,
  })
  const thread = reading.data
  const last = thread?.comments.at(-1)?.place ?? 0
  const seenTo = thread?.seenTo ?? 0
  useEffect(() => {
    if (!isOpen || last <= seenTo) return
    const see = () => {
      if (document.visibilityState === 'visible') void markSeen(of, last)
    }
    see()
    document.addEventListener('visibilitychange', see)
    return () => document.removeEventListener('visibilitychange', see)
  }, [isOpen, last, seenTo, of])
  return { thread, error: thread ? null : reading.error, retry: () => void reading.refetch() }
}

/** Failing is no harm: the comments stay unread. */
async function markSeen(of: ThreadOf, last: number): Promise<void> {
  const answer = await call('seeThread', { params: paramsOf(of), body: { seenTo: last } }).catch(() => null)
  if (answer === null) return
  change(of, (thread) => ({ ...thread, seenTo: answer.seenTo }))
  await queryClient.invalidateQueries({ queryKey: ['requests'], predicate: isNoThread })
}

const isNoThread = ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[3] !== 'thread'

function change(of: ThreadOf, to: (thread: Thread) => Thread): void {
  queryClient.setQueryData<Thread>(keyOf(of), (thread) => thread && to(thread))
}

const withComment = (thread: Thread, comment: Comment): Thread => ({
  ...thread,
  comments: [...thread.comments.filter(({ _id }) => _id !== comment._id), comment].toSorted(
    (one, other) => one.place - other.place,
  ),
})

/** Throws the failure of the call. */
export async function writeComment(of: ThreadOf, text: string): Promise<void> {
  const { comment } = await call('writeComment', { params: paramsOf(of), body: { text } })
  change(of, (thread) => withComment(thread, comment))
  await invalidateComments()
}

export async function withdrawComment(of: ThreadOf, { _id }: Comment): Promise<void> {
  const answer = await mutate(() => call('withdrawComment', { params: { request: of.request, comment: _id } }))
  if (answer !== null) change(of, (thread) => withComment(thread, answer.comment))
  await invalidateComments()
}
