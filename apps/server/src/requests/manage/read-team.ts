import type { TeamMember } from '@waybill/contract/requests/shapes'
import type { Kysely } from 'kysely'
import { listMembers } from '../../identity/accounts/index.ts'
import type { Database } from '../../platform/database/schema.ts'
import type { ActorAccount } from '../../platform/http/actor.ts'

/** Who the accounts of a team are, by their ids. */
export type Team = ReadonlyMap<string, TeamMember>

/** The reader's team as far as these accounts need it: most lists name nobody but their reader. */
export async function readTeam(
  db: Kysely<Database>,
  reader: Pick<ActorAccount, 'id' | 'email' | 'fullName' | 'workspaceId'>,
  accountIds: readonly string[],
): Promise<Team> {
  const self = { _id: reader.id, email: reader.email, fullName: reader.fullName }
  if (accountIds.every((id) => id === reader.id)) return new Map([[self._id, self]])
  const members = await listMembers(db, reader.workspaceId)
  return new Map(members.map(({ id, email, full_name: fullName }) => [id, { _id: id, email, fullName }]))
}

/** Somebody of the team; without a name and an address where they have left it meanwhile. */
export const memberOf = (team: Team, id: string): TeamMember => team.get(id) ?? { _id: id, email: '', fullName: '' }
