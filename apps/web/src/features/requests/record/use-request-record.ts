import { infiniteQueryOptions, keepPreviousData, queryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Problem } from '@waybill/contract/core/problems'
import type { RequestRecord, RequestSupplier } from '@waybill/contract/requests/shapes'
import { call } from '../../../shared/api/client.ts'
import { queryClient } from '../../../shared/api/query-provider.tsx'
import { type More, moreOf } from '../../../shared/ui/lists/more-of.ts'
import type { RecordParams } from './record-params.ts'

/** Every change of a request reloads all that is under the first of these. */
const keyOf = (slug: string, ...more: string[]) => ['requests', 'page', slug, ...more]
/** The live stream reports suppliers' actions; this covers its gaps, so that the page is not behind for long. */
export const REREAD_MS = 30_000
const PAGE = 50
/** A part that appears now does not read once more what the page has just asked for. */
const JUST_READ_MS = 1_000

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
  /** The earlier answer shows until the new one arrives. */
  isStale: boolean
  error: Error | null
  retry: () => void
}

const suppliersOf = (slug: string, { show, item, q }: RecordParams) => {
  const filter = show ?? 'all'
  return infiniteQueryOptions({
    queryKey: keyOf(slug, 'suppliers', filter, item ?? '', q ?? ''),
    queryFn: ({ pageParam, signal }) =>
      call('listRequestSuppliers', {
        params: { request: slug },
        query: { filter, missing: item, q, take: PAGE, ...(pageParam ? { after: pageParam } : {}) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (last) => last.next,
    staleTime: JUST_READ_MS,
  })
}

const supplierOf = (slug: string, supplier: string) =>
  queryOptions({
    queryKey: keyOf(slug, 'supplier', supplier),
    queryFn: async ({ signal }) => {
      const query = { supplier, take: 1 }
      const { suppliers } = await call('listRequestSuppliers', { params: { request: slug }, query, signal })
      return suppliers[0] ?? null
    },
    staleTime: JUST_READ_MS,
  })

/** Asks for what the page shows below its head together with the head: on a slow line each takes half a second. */
export function useEarlySuppliers(slug: string, params: RecordParams): void {
  const areShown = params.view !== 'inbox' && params.edit === undefined
  const list = suppliersOf(slug, params.view === 'answers' ? {} : params)
  const one = supplierOf(slug, params.supplier ?? '')
  if (areShown && !queryClient.getQueryState(list.queryKey)) void queryClient.prefetchInfiniteQuery(list)
  if (params.supplier && !queryClient.getQueryState(one.queryKey)) void queryClient.prefetchQuery(one)
}

/** The request's suppliers that match, in the order in which they were added, page after page. */
export function useRecordSuppliers(slug: string, params: RecordParams): SuppliersReading {
  const list = useInfiniteQuery({
    ...suppliersOf(slug, params),
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

/** One of them; null where the request no longer has them. */
export function useRecordSupplier(slug: string, supplier: string) {
  const reading = useQuery({ ...supplierOf(slug, supplier), refetchInterval: REREAD_MS })
  return {
    supplier: reading.data,
    error: reading.data === undefined ? reading.error : null,
    retry: () => void reading.refetch(),
  }
}

/** Reloads what shows of the request, its head, its suppliers and its submissions, and every list of requests. */
export const invalidateRecord = (): Promise<void> => queryClient.invalidateQueries({ queryKey: keyOf('').slice(0, 1) })

/** The query key of the submissions: reloaded with the rest. */
export const inboxKey = (slug: string, ...more: string[]) => keyOf(slug, 'inbox', ...more)

/** The query key of the comments of a supplier and an item: reloaded with the rest. */
export const threadKey = (slug: string, supplier: string, item: string) => keyOf(slug, 'thread', supplier, item)

/** The query key of opened answers: read again with the rest. */
export const sealedAnswersKey = (slug: string, ...more: string[]) => keyOf(slug, 'sealed-answers', ...more)

/** Takes the answer of a change, and reloads the rest. */
export function showRequestRecord(record: RequestRecord): void {
  queryClient.setQueryData(keyOf(record.slug, 'head'), record)
  void invalidateRecord()
}
