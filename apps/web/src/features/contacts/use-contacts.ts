import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import type { ContactBookName } from '@waybill/contract/contacts/books'
import type { Contact } from '@waybill/contract/contacts/endpoints'
import { call } from '../../shared/api/client.ts'
import { queryClient } from '../../shared/api/query-provider.tsx'
import { type More, moreOf } from '../../shared/ui/lists/more-of.ts'

const KEY = 'contacts'

export interface Contacts extends More {
  rows: readonly Contact[]
  /** The total number of matches; null before the first answer. */
  total: number | null
  error: Error | null
  retry: () => void
}

/** The contacts of a book, or of both, that match the search, page after page. */
export function useContacts(q: string, book: ContactBookName | undefined): Contacts {
  const list = useInfiniteQuery({
    queryKey: [KEY, q, book ?? ''],
    queryFn: ({ pageParam, signal }) =>
      call('listContacts', {
        query: { ...(q ? { q } : {}), ...(book ? { book } : {}), ...(pageParam ? { after: pageParam } : {}) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (last) => last.next,
    placeholderData: keepPreviousData,
  })
  const pages = list.data?.pages ?? []
  return {
    rows: pages.flatMap(({ contacts }) => contacts),
    total: pages[0]?.total ?? null,
    error: list.error,
    ...moreOf(list),
    retry: () => void list.refetch(),
  }
}

export const invalidateContacts = (): Promise<void> => queryClient.invalidateQueries({ queryKey: [KEY] })
