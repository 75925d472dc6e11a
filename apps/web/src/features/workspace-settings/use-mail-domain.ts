import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { MailDomain } from '@waybill/contract/mail-domains/endpoints'
import { call } from '../../shared/api/client.ts'
import { queryClient } from '../../shared/api/query-provider.tsx'

const KEY = ['mail-domain']
/** Below what the server allows in ten minutes. */
const CHECK_MS = 12_000
/** While a test mail is on its way. */
const TEST_MS = 2_000

export const useMailDomain = (): UseQueryResult<MailDomain> =>
  useQuery({
    queryKey: KEY,
    queryFn: async ({ signal }) => (await call('readMailDomain', { signal })).mailDomain,
    refetchInterval: ({ state }) => (state.data?.test?.state === 'waiting' ? TEST_MS : false),
  })

const show = (mailDomain: MailDomain): void => void queryClient.setQueryData(KEY, mailDomain)

export const claimMailDomain = async (domain: string): Promise<void> =>
  show((await call('claimMailDomain', { body: { domain } })).mailDomain)

export const testMailDomain = async (): Promise<void> => show((await call('testMailDomain', {})).mailDomain)

export const releaseMailDomain = async (): Promise<void> => show((await call('releaseMailDomain', {})).mailDomain)

/** Asks the name servers every few seconds while the page is in view and the records are not right. */
export function useMailCheck({ ID, DKIMUpdateStatus: status, failsAfter }: MailDomain): UseQueryResult<true> {
  return useQuery({
    queryKey: [...KEY, 'check', ID],
    queryFn: async ({ signal }): Promise<true> => {
      show((await call('checkMailDomain', { signal })).mailDomain)
      return true
    },
    enabled: status !== 'Verified' || failsAfter !== null,
    refetchInterval: CHECK_MS,
    meta: { isShownInline: true },
  })
}
