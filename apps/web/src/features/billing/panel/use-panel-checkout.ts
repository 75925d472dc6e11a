import { useQuery } from '@tanstack/react-query'
import type { readCheckout } from '@waybill/contract/billing/payment-endpoints'
import type { ReplyOf } from '@waybill/contract/core/endpoint'
import { useEffect } from 'react'
import { call } from '../../../shared/api/client.ts'
import { queryClient } from '../../../shared/api/query-provider.tsx'

export type PanelCheckout = ReplyOf<typeof readCheckout>

/** The checkout of the page, read again whenever the reader comes back to it. */
export function usePanelCheckout(session: string) {
  const { data, error, refetch } = useQuery(
    {
      queryKey: ['panel-checkout', session],
      queryFn: ({ signal }) => call('readCheckout', { params: { session }, signal }),
    },
    queryClient,
  )
  useEffect(() => {
    // The browser may have kept the page as it was left: meanwhile it may be paid.
    const look = ({ persisted }: PageTransitionEvent) => void (persisted && refetch())
    addEventListener('pageshow', look)
    return () => removeEventListener('pageshow', look)
  }, [refetch])
  return { checkout: data, error, retry: () => void refetch() }
}
