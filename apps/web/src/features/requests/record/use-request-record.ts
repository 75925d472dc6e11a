import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Problem } from '@waybill/contract/core/problems'
import type { RequestRecord, RequestSupplier } from '@waybill/contract/requests/shapes'
import { call } from '../../../shared/api/client.ts'
import { queryClient } from '../../../shared/api/query-provider.tsx'
import { type More, moreOf } from '../../../shared/ui/lists/more-of.ts'
import type { RecordParams } from './record-params.ts'

/** Whatever changes a request reads anew all that stands under the first of these. */
const keyOf = (slug: string, ...more: string[]) => ['requests', 'page', slug, ...more]
/** What suppliers do is told live; where the line has a gap, the page is not behind for long. */
export const REREAD_MS = 30_000
const PAGE = 50

export interface RequestRecordReading {
  record: RequestRecord | null
  isUnknown: boolean
  error: Error | null
  retry: () => void
}

/** One request of the account by its number. */
export function useRequestRecord(slug: string): RequestRecordReading {
  const reading = useQuery({
    queryKey: keyOf(slug, 'head'),
    queryFn: async ({ signal }) => (await call('readRequest', { params: { request: slug }, signal })).request,
    refetchInterval: REREAD_MS,
  })
  const isUnknown = reading.error instanceof Problem && reading.error.code === 'request-not-found'
  return {
    record: isUnknown ? null : (reading.data ?? null),
    isUnknown,
    error: reading.data ? null : reading.error,
    retry: () => void reading.refetch(),
  }
}

export interface SuppliersReading extends More {
  rows: readonly RequestSupplier[]
  isLoading: boolean
  /** What was asked before stands in until the answer is there. */
  isStale: boolean
  error: Error | null
  retry: () => void
}

/** Who is asked by it and fits, in the order in which they were asked, page after page. */
export function useRecordSuppliers(slug: string, { show, item, q }: RecordParams): SuppliersReading {
  const filter = show ?? 'all'
  const list = useInfiniteQuery({
    queryKey: keyOf(slug, 'suppliers', filter, item ?? '', q ?? ''),
    queryFn: ({ pageParam, signal }) =>
      call('listRequestSuppliers', {
        params: { request: slug },
        query: { filter, missing: item, q, take: PAGE, ...(pageParam ? { after: pageParam } : {}) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (last) => last.next,
    placeholderData: keepPreviousData,
    refetchInterval: REREAD_MS,
  })
  return {
    rows: list.data?.pages.flatMap(({ suppliers }) => suppliers) ?? [],
    isLoading: list.isPending,
    isStale: list.isPlaceholderData,
    error: list.data ? null : list.error,
    ...moreOf(list),
    retry: () => void list.refetch(),
  }
}

/** One of them; null where the request asks them no more. */
export function useRecordSupplier(slug: string, supplier: string) {
  const reading = useQuery({
    queryKey: keyOf(slug, 'supplier', supplier),
    queryFn: async ({ signal }) => {
      const query = { supplier, take: 1 }
      const { suppliers } = await call('listRequestSuppliers', { params: { request: slug }, query, signal })
      return suppliers[0] ?? null
    },
    refetchInterval: REREAD_MS,
  })
  return {
    supplier: reading.data,
    error: reading.data === undefined ? reading.error : null,
    retry: () => void reading.refetch(),
  }
}

/** Reads anew what is shown of the request, its head, its suppliers and what came, and every list of requests. */
export const invalidateRecord = (): Promise<void> => queryClient.invalidateQueries({ queryKey: keyOf('').slice(0, 1) })

/** The key of what came: read anew with the rest. */
export const inboxKey = (slug: string, ...more: string[]) => keyOf(slug, 'inbox', ...more)

/** Takes what a change has answered, and has the rest read anew. */
export function showRequestRecord(record: RequestRecord): void {
  queryClient.setQueryData(keyOf(record.slug, 'head'), record)
  void invalidateRecord()
}
