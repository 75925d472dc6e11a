import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { BodyOf } from '@waybill/contract/core/endpoint'
import type * as endpoints from '@waybill/contract/workspaces/sso-endpoints'
import { createContext } from 'react'
import { call } from '../../shared/api/client.ts'
import { queryClient } from '../../shared/api/query-provider.tsx'

type SsoSettings = endpoints.SsoSettings
const KEY = ['sso']

export const useSso = (): UseQueryResult<SsoSettings> =>
  useQuery({ queryKey: KEY, queryFn: ({ signal }) => call('readSso', { signal }) })

/** Shows what a call has answered. */
export const showSso = (settings: SsoSettings): unknown => queryClient.setQueryData(KEY, settings)

/** The changes; the page asks for the second factor where one is on. */
export interface SsoCalls {
  save: (body: BodyOf<typeof endpoints.saveSso>, password: string) => Promise<SsoSettings>
  require: (isRequired: boolean, password: string) => Promise<SsoSettings>
  remove: (password: string) => Promise<SsoSettings>
}
export const SsoCallsContext = createContext<SsoCalls | null>(null)
