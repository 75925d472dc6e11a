import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { Endpoints } from '@waybill/contract'
import type { BodyOf } from '@waybill/contract/core/endpoint'
import type { Domain } from '@waybill/contract/domains/endpoints'
import { call } from '../../shared/api/client.ts'
import { queryClient } from '../../shared/api/query-provider.tsx'
import { refreshAccount } from '../../shared/api/session.ts'

const KEY = ['domain']
/** Below what the server allows in ten minutes. */
const CHECK_MS = 12_000

export const useDomain = (): UseQueryResult<Domain> =>
  useQuery({ queryKey: KEY, queryFn: async ({ signal }) => (await call('readDomain', { signal })).domain })

/** Shows what a call has answered; the account names its host too. */
function show(domain: Domain): void {
  const before = queryClient.getQueryData<Domain>(KEY)
  queryClient.setQueryData(KEY, domain)
  const isSame = before?.domain_status === domain.domain_status && before.typedDomain === domain.typedDomain
  if (!isSame || before.customDomainOption !== domain.customDomainOption) void refreshAccount()
}

export const claimHost = async (body: BodyOf<Endpoints['claimDomain']>): Promise<void> =>
  show((await call('claimDomain', { body })).domain)

export const releaseHost = async (): Promise<void> => show((await call('releaseDomain', {})).domain)

/** Asks the name servers every few seconds while the page is in view and the records are not right. */
export function useLiveCheck({ typedDomain, domain_status: status, records }: Domain): UseQueryResult<true> {
  const isWaiting = status === 'pending' || status === 'failing'
  return useQuery({
    queryKey: [...KEY, 'check', typedDomain, records.at(-1)?.value],
    queryFn: async ({ signal }): Promise<true> => {
      show((await call('checkDomain', { signal })).domain)
      return true
    },
    enabled: isWaiting,
    refetchInterval: CHECK_MS,
    meta: { isShownInline: true },
  })
}
