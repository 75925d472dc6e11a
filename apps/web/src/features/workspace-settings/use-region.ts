import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { RegionSettings } from '@waybill/contract/uploads/region-endpoints'
import type { Region } from '@waybill/contract/uploads/regions'
import { call } from '../../shared/api/client.ts'
import { queryClient } from '../../shared/api/query-provider.tsx'

const KEY = ['region']
const WHILE_MOVING_MS = 2_000

export const isUnderWay = ({ move }: RegionSettings): boolean => move !== null && move.endedAt === null

/** Asks again every two seconds while files move. */
export const useRegion = (): UseQueryResult<RegionSettings> =>
  useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => call('readRegion', { signal }),
    refetchInterval: ({ state: { data } }) => data !== undefined && isUnderWay(data) && WHILE_MOVING_MS,
  })

export async function chooseRegion(region: Region, movesFiles: boolean): Promise<void> {
  queryClient.setQueryData(KEY, await call('chooseRegion', { body: { region, movesFiles } }))
}
