import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { ReplyOf } from '@waybill/contract/core/endpoint'
import { Problem } from '@waybill/contract/core/problems'
import type { listRequests } from '@waybill/contract/requests/endpoints'
import type { ListedRequest, RequestRecord } from '@waybill/contract/requests/shapes'
import { call } from '../../shared/api/client.ts'
import { queryClient } from '../../shared/api/query-provider.tsx'
import { type More, moreOf } from '../../shared/ui/lists/more-of.ts'
import type { RequestListParams } from './request-list-params.ts'

type Page = ReplyOf<typeof listRequests>
const KEY = 'requests'
const keyOf = (slug: string) => [KEY, 'record', slug]

/** While the list is visible, it shows what suppliers do. */
const REREAD_MS = 30_000

export interface RequestListReading extends More {
  rows: readonly ListedRequest[]
  /** The newest page's; null before the first answer. */
  counts: Page['counts'] | null
  /** How many were made this UTC month; `limit` is null where the plan has none. Null before the first answer. */
  month: { used: number; limit: number | null } | null
  /** Another view's rows show until this one's arrive. */
  isStale: boolean
  error: Error | null
  retry: () => void
}

/** Requests for the parameters, page after page. `whose`: an account of the team, or everyone; null: the account's. */
export function useRequestList(
  { view = 'all', q }: Pick<RequestListParams, 'view' | 'q'>,
  whose: string | null,
): RequestListReading {
  const list = useInfiniteQuery({
    queryKey: [KEY, 'list', view, q ?? '', whose ?? ''],
    queryFn: ({ pageParam, signal }) =>
      call('listRequests', {
        query: {
          filter: view,
          ...(q ? { q } : {}),
          ...(whose ? { member: whose } : {}),
          ...(pageParam ? { after: pageParam } : {}),
        },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (last: Page) => last.next,
    placeholderData: keepPreviousData,
    refetchInterval: REREAD_MS,
  })
  const pages = list.data?.pages ?? []
  const newest = pages.at(-1)
  return {
    rows: pages.flatMap(({ requests }) => requests),
    counts: newest?.counts ?? null,
    month: newest ? { used: newest.thisMonthsRequests, limit: newest.monthlyRequests } : null,
    isStale: list.isPlaceholderData,
    error: list.data ? null : list.error,
    ...moreOf(list),
    retry: () => void list.refetch(),
  }
}

/** How many requests the account has made this month, for any view; null before the first answer. */
export function useRequestMonth(): RequestListReading['month'] {
  const month = useQuery({
    queryKey: [KEY, 'month'],
    queryFn: async ({ signal }) => {
      const { thisMonthsRequests, monthlyRequests } = await call('listRequests', { query: { take: 1 }, signal })
      return { used: thisMonthsRequests, limit: monthlyRequests }
    },
  })
  return month.data ?? null
}

export interface RequestReading {
  record: RequestRecord | null
  isUnknown: boolean
  error: Error | null
  retry: () => void
}

/** One request of the account by its slug or id. */
export function useRequest(slug: string): RequestReading {
  const reading = useQuery({
    queryKey: keyOf(slug),
    queryFn: async ({ signal }) => (await call('readRequest', { params: { request: slug }, signal })).request,
  })
  return {
    record: reading.data ?? null,
    isUnknown: reading.error instanceof Problem && reading.error.code === 'request-not-found',
    error: reading.data ? null : reading.error,
    retry: () => void reading.refetch(),
  }
}

/** Takes the answer of a change, and reloads the lists. */
export function showRequest(record: RequestRecord): void {
  queryClient.setQueryData(keyOf(record.slug), record)
  void invalidateRequests()
}

/** Every list and record reloads after a change. */
export const invalidateRequests = (): Promise<void> => queryClient.invalidateQueries({ queryKey: [KEY] })
