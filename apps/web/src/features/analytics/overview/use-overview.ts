import { useQuery } from '@tanstack/react-query'
import { call } from '../../../shared/api/client.ts'
import { queryClient } from '../../../shared/api/query-provider.tsx'

const KEY = 'overview'

/** What needs attention, where downloads happened, and what happened last. */
export const useOverview = () =>
  useQuery({ queryKey: [KEY], queryFn: ({ signal }) => call('readOverview', { signal }) })

export const invalidateOverview = (): Promise<void> => queryClient.invalidateQueries({ queryKey: [KEY] })
