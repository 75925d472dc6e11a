import type { UseInfiniteQueryResult } from '@tanstack/react-query'

/** The next page of a list that loads page after page. */
export interface More {
  hasMore: boolean
  isLoadingMore: boolean
  /** A load is running: the next one starts after it. */
  isReading: boolean
  /** The next page failed to load; the user asks for it with a button. */
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
