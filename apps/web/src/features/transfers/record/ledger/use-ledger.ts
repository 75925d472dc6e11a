import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { ReplyOf } from '@waybill/contract/core/endpoint'
import type { LedgerEntry, LedgerKind, readLedger } from '@waybill/contract/tracking/endpoints'
import { call } from '../../../../shared/api/client.ts'
import { queryClient } from '../../../../shared/api/query-provider.tsx'
import { type More, moreOf } from '../../../../shared/ui/lists/more-of.ts'

type Page = ReplyOf<typeof readLedger>
const KEY = 'ledger'
/** Several entries make one line. */
const PAGE = 60
const MOST = 200

/** The reader's filter; an empty one shows everything. */
export interface LedgerFilter {
  actorKind?: LedgerEntry['actorKind'] | undefined
  kind?: LedgerKind | undefined
  recipient?: string | undefined
}

export interface LedgerReading extends More {
  entries: readonly LedgerEntry[]
  /** The length of the chain, whatever the filter; null before the first answer. */
  length: number | null
  /** The earlier filter's entries show until the answer arrives. */
  isStale: boolean
  error: Error | null
  retry: () => void
}

/** The ledger of a transfer of the account, the newest first, page after page. */
export function useLedger(transfer: string, filter: LedgerFilter): LedgerReading {
  const list = useInfiniteQuery({
    queryKey: [KEY, transfer, 'list', filter.actorKind, filter.kind, filter.recipient],
    queryFn: ({ pageParam, signal }) =>
      call('readLedger', {
        params: { transfer },
        query: { take: PAGE, ...filter, ...(pageParam ? { before: pageParam } : {}) },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: (last: Page) => last.next,
    placeholderData: keepPreviousData,
  })
  const pages = list.data?.pages ?? []
  return {
    entries: pages.flatMap(({ entries }) => entries),
    length: pages[0]?.length ?? null,
    isStale: list.isPlaceholderData,
    error: list.data ? null : list.error,
    ...moreOf(list),
    retry: () => void list.refetch(),
  }
}

/** The newest entries of people, of one kind. Empty until they load. */
export function useNewestEntries(transfer: string, kind: LedgerKind): readonly LedgerEntry[] {
  const reading = useQuery({
    queryKey: [KEY, transfer, 'newest', kind],
    queryFn: ({ signal }) =>
      call('readLedger', {
        params: { transfer },
        query: { take: MOST, actorKind: 'human', kind },
        signal,
      }),
  })
  return reading.data?.entries ?? []
}

export const invalidateLedgers = (ids: ReadonlySet<string>): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: [KEY], predicate: ({ queryKey }) => ids.has(String(queryKey[1])) })
