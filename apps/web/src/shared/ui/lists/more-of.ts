import type { UseInfiniteQueryResult } from '@tanstack/react-query'

/** Of a list that is read page after page: what comes next. */
export interface More {
  hasMore: boolean
  isLoadingMore: boolean
  /** Anything is being read: more is asked for when that is over. */
  isReading: boolean
  /** The next page did not come; it is asked for by hand. */
  hasFailed: boolean
  loadMore: () => void
}

export const moreOf = (list: UseInfiniteQueryResult): More => ({
  hasMore: list.hasNextPage,
  isLoadingMore: list.isFetchingNextPage,
  isReading: list.isFetching,
  hasFailed: list.isFetchNextPageError,
  loadMore: () => void list.fetchNextPage({ cancelRefetch: false }),
})
