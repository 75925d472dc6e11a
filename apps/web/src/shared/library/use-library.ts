import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import type { LibraryFile } from '@waybill/contract/library/endpoints'
import { call } from '../api/client.ts'
import { queryClient } from '../api/query-provider.tsx'
import { type More, moreOf } from '../ui/lists/more-of.ts'

const KEY = 'library'
/** Checks again for a thumbnail that is still being made. */
const REREAD_MS = 4_000

export type LibraryKind = 'all' | 'sent' | 'received' | 'shared'

export interface Library extends More {
  rows: readonly LibraryFile[]
  isLoading: boolean
  error: Error | null
  retry: () => void
}

/** Files that match, page after page. `whose`: an account of the team, or everyone; null: the account's. */
export function useLibrary(kind: LibraryKind, q: string, whose: string | null = null): Library {
  const list = useInfiniteQuery({
    queryKey: [KEY, kind, q, whose ?? ''],
    queryFn: ({ pageParam, signal }) =>
      call('listLibrary', {
        query: {
          kind,
          take: q ? 200 : 30,
          ...(q ? { q } : {}),
          ...(whose ? { member: whose } : {}),
          ...(pageParam ? { after: pageParam } : {}),
        },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (last) => last.next,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ files }) => files.some(({ thumbnail }) => thumbnail === 'pending')) ? REREAD_MS : false,
  })
  return {
    rows: list.data?.pages.flatMap(({ files }) => files) ?? [],
    isLoading: list.isPending,
    error: list.error,
    ...moreOf(list),
    retry: () => void list.refetch(),
  }
}

export const invalidateLibrary = (): Promise<void> => queryClient.invalidateQueries({ queryKey: [KEY] })
