import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import type { Contact } from '@waybill/contract/contacts'
import { call } from '../api/client.ts'
import { queryClient } from '../api/query-provider.tsx'

const KEY = 'contacts'

export interface Contacts {
  rows: readonly Contact[]
  /** How many fit in all; null before the first answer. */
  total: number | null
  error: Error | null
  hasMore: boolean
  isLoadingMore: boolean
  /** Anything is being read: more is asked for when that is over. */
  isReading: boolean
  loadMore: () => void
  retry: () => void
}

/** The account's contacts that fit what is searched, page after page. */
export function useContacts(q: string): Contacts {
  const list = useInfiniteQuery({
    queryKey: [KEY, q],
    queryFn: ({ pageParam, signal }) =>
      call('listContacts', { query: { ...(q ? { q } : {}), ...(pageParam ? { after: pageParam } : {}) }, signal }),
    initialPageParam: '',
    getNextPageParam: (last) => last.next,
    placeholderData: keepPreviousData,
  })
  const pages = list.data?.pages ?? []
  return {
    rows: pages.flatMap(({ contacts }) => contacts),
    total: pages[0]?.total ?? null,
    error: list.error,
    hasMore: list.hasNextPage,
    isLoadingMore: list.isFetchingNextPage,
    isReading: list.isFetching,
    loadMore: () => void list.fetchNextPage({ cancelRefetch: false }),
    retry: () => void list.refetch(),
  }
}

export const rereadContacts = (): Promise<void> => queryClient.invalidateQueries({ queryKey: [KEY] })
