import { useQuery } from '@tanstack/react-query'
import type { ReplyOf } from '@waybill/contract/core/endpoint'
import type { listFactors } from '@waybill/contract/identity/factor-endpoints'
import { call } from '../../../shared/api/client.ts'
import { queryClient } from '../../../shared/api/query-provider.tsx'
import { refreshAccount } from '../../../shared/api/session.ts'

const KEY = ['factors']

/** The second factors that are on; null while they load. */
export function useFactors(): ReplyOf<typeof listFactors> | null {
  const factors = useQuery({ queryKey: KEY, queryFn: ({ signal }) => call('listFactors', { signal }) })
  return factors.data ?? null
}

export async function invalidateFactors(): Promise<void> {
  await Promise.all([queryClient.invalidateQueries({ queryKey: KEY }), refreshAccount()])
}
