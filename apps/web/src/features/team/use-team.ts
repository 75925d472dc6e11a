import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { Team } from '@waybill/contract/workspaces/team-endpoints'
import { call } from '../../shared/api/client.ts'
import { queryClient } from '../../shared/api/query-provider.tsx'
import { refreshAccount } from '../../shared/api/session.ts'

const KEY = ['team']

export const useTeam = (): UseQueryResult<Team> =>
  useQuery({ queryKey: KEY, queryFn: async ({ signal }) => (await call('readTeam', { signal })).team })

/** Shows what a call has answered; the account names its team too. */
export function showTeam(team: Team): void {
  queryClient.setQueryData(KEY, team)
  void refreshAccount()
}

/** Asks again: somebody else may have joined. */
export const reloadTeam = (): Promise<void> => queryClient.invalidateQueries({ queryKey: KEY })
