import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import type { ReplyOf } from '@waybill/contract/core/endpoint'
import type { ListedTransfer, listTransfers } from '@waybill/contract/transfers/list-endpoints'
import { EVERYONE } from '@waybill/contract/transfers/views'
import { call } from '../../../shared/api/client.ts'
import { queryClient } from '../../../shared/api/query-provider.tsx'
import { type More, moreOf } from '../../../shared/ui/lists/more-of.ts'
import { ME, useSeesTeam } from './member-filter.tsx'
import type { TransferListParams } from './transfer-list-params.ts'

type Page = ReplyOf<typeof listTransfers>
const KEY = 'transfers'

export interface TransferListReading extends More {
  rows: readonly ListedTransfer[]
  /** The newest page's; null before the first answer. */
  counts: Omit<Page, 'allDocs' | 'next'> | null
  /** Another view's rows show until this one's arrive. */
  isStale: boolean
  error: Error | null
  retry: () => void
}

/** The transfers for the parameters, page after page. */
export function useTransferList({ view = 'all', sort = 'new', q, member }: TransferListParams): TransferListReading {
  const seesTeam = useSeesTeam()
  const whose = !seesTeam || member === ME ? '' : (member ?? EVERYONE)
  const list = useInfiniteQuery({
    queryKey: [KEY, view, sort, q ?? '', whose],
    queryFn: ({ pageParam, signal }) =>
      call('listTransfers', {
        query: {
          filter: view,
          sort,
          ...(q ? { q } : {}),
          ...(whose ? { member: whose } : {}),
          ...(pageParam ? { after: pageParam } : {}),
        },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (last: Page) => last.next,
    placeholderData: keepPreviousData,
  })
  const pages = list.data?.pages ?? []
  return {
    rows: pages.flatMap(({ allDocs }) => allDocs),
    counts: pages.at(-1) ?? null,
    isStale: list.isPlaceholderData,
    error: list.error,
    ...moreOf(list),
    retry: () => void list.refetch(),
  }
}

/** Every list and record reloads after a change. */
export const invalidateTransfers = (): Promise<void> => queryClient.invalidateQueries({ queryKey: [KEY] })

/** The lists alone. */
export const invalidateTransferLists = (): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: [KEY], predicate: ({ queryKey }) => queryKey[1] !== 'record' })
