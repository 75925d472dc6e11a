import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { ReplyOf } from '@waybill/contract/core/endpoint'
import type { listApiKeys } from '@waybill/contract/identity/key-endpoints'
import { call } from '../../../shared/api/client.ts'
import { queryClient } from '../../../shared/api/query-provider.tsx'

const KEY = ['api-keys']

export const useApiKeys = (): UseQueryResult<ReplyOf<typeof listApiKeys>> =>
  useQuery({ queryKey: KEY, queryFn: ({ signal }) => call('listApiKeys', { signal }) })

export const invalidateApiKeys = (): Promise<void> => queryClient.invalidateQueries({ queryKey: KEY })
