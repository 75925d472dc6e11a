import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { RequestRecord } from '@waybill/contract/requests/shapes'
import type { Submission } from '@waybill/contract/requests/submission-endpoints'
import { call } from '../../../../shared/api/client.ts'
import { type More, moreOf } from '../../../../shared/ui/lists/more-of.ts'
import { inboxKey, REREAD_MS } from '../use-request-record.ts'

export interface InboxReading extends More {
  submissions: readonly Submission[]
  isLoading: boolean
  error: Error | null
  retry: () => void
}

/** The submissions to a request, or those of one supplier, the newest first, page after page. */
export function useRecordInbox({ _id, slug }: Pick<RequestRecord, '_id' | 'slug'>, supplier?: string): InboxReading {
  const list = useInfiniteQuery({
    queryKey: inboxKey(slug, 'list', supplier ?? ''),
    queryFn: ({ pageParam, signal }) =>
      call('listInbox', { query: { request: _id, supplier, ...(pageParam ? { after: pageParam } : {}) }, signal }),
    initialPageParam: '',
    getNextPageParam: (last) => last.next,
    refetchInterval: REREAD_MS,
  })
  return {
    submissions: list.data?.pages.flatMap(({ submissions }) => submissions) ?? [],
    isLoading: list.isPending,
    error: list.data ? null : list.error,
    ...moreOf(list),
    retry: () => void list.refetch(),
  }
}

/** One submission with all its files, once the user asks for them; until they load, what is known of it. */
export function useWholeSubmission(known: Submission, slug: string, isWanted: boolean) {
  const reading = useQuery({
    queryKey: inboxKey(slug, 'submission', known._id),
    queryFn: async ({ signal }) =>
      (await call('readSubmission', { params: { submission: known._id }, signal })).submission,
    enabled: isWanted,
  })
  return {
    submission: (isWanted && reading.data) || known,
    isReading: isWanted && reading.isPending,
    error: reading.error,
  }
}
