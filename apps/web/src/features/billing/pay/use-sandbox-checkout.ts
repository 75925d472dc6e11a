import { useQuery } from '@tanstack/react-query'
import type { readSandboxCheckout } from '@waybill/contract/billing/sandbox-endpoints'
import type { ReplyOf } from '@waybill/contract/core/endpoint'
import { call } from '../../../shared/api/client.ts'
import { queryClient } from '../../../shared/api/query-provider.tsx'

export type SandboxCheckout = ReplyOf<typeof readSandboxCheckout>

const keyOf = (session: string) => ['sandbox-checkout', session]

/** A checkout of the sandbox; it is read again whenever the reader comes back to the page. */
export function useSandboxCheckout(session: string) {
  const { data, error, refetch } = useQuery(
    {
      queryKey: keyOf(session),
      queryFn: ({ signal }) => call('readSandboxCheckout', { params: { session }, signal }),
    },
    queryClient,
  )
  return { checkout: data, error, retry: () => void refetch() }
}

/** Reads the checkout again: its sum has changed, or it is closed. */
export const readCheckoutAgain = (session: string): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: keyOf(session) })

/** The page shows that it is paid before a new reading says so. */
export function markCheckout(session: string, status: SandboxCheckout['status']): void {
  queryClient.setQueryData<SandboxCheckout>(keyOf(session), (known) => known && { ...known, status })
}
