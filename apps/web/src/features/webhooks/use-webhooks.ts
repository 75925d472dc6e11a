import { type UseQueryResult, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { ReplyOf } from '@waybill/contract/core/endpoint'
import type { listWebhooks, WebhookDelivery } from '@waybill/contract/webhooks/endpoints'
import { call } from '../../shared/api/client.ts'
import { queryClient } from '../../shared/api/query-provider.tsx'
import { type More, moreOf } from '../../shared/ui/lists/more-of.ts'

const KEY = 'webhooks'
const LOG_KEY = 'webhook-log'

/** While it is visible, it shows new deliveries; sooner while one is due within the minute. */
const REREAD_MS = 10_000
const WATCH_MS = 2_000
const SOON_MS = 60_000

export const useWebhooks = (): UseQueryResult<ReplyOf<typeof listWebhooks>> =>
  useQuery({
    queryKey: [KEY],
    queryFn: ({ signal }) => call('listWebhooks', { signal }),
    refetchInterval: REREAD_MS,
  })

export const invalidateWebhooks = (): Promise<void> => queryClient.invalidateQueries({ queryKey: [KEY] })

export const invalidateLog = (webhook: string): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: [LOG_KEY, webhook] })

export interface WebhookLogList extends More {
  rows: readonly WebhookDelivery[]
  isLoading: boolean
  error: Error | null
  retry: () => void
}

/** The deliveries to a webhook, the newest first, page after page. */
export function useWebhookLog(webhook: string): WebhookLogList {
  const list = useInfiniteQuery({
    queryKey: [LOG_KEY, webhook],
    queryFn: ({ pageParam, signal }) =>
      call('listWebhookDeliveries', { params: { webhook }, query: pageParam ? { before: pageParam } : {}, signal }),
    initialPageParam: '',
    getNextPageParam: (last) => last.next,
    refetchInterval: ({ state }) => (isSoonTried(state.data?.pages[0]?.deliveries ?? []) ? WATCH_MS : REREAD_MS),
  })
  return {
    rows: (list.data?.pages ?? []).flatMap(({ deliveries }) => deliveries),
    isLoading: list.isPending,
    error: list.data ? null : list.error,
    ...moreOf(list),
    retry: () => void list.refetch(),
  }
}

const isSoonTried = (rows: readonly WebhookDelivery[]): boolean =>
  rows.some(({ nextAt }) => nextAt !== null && Date.parse(nextAt) < Date.now() + SOON_MS)
