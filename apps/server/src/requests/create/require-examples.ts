import { Problem } from '@waybill/contract/core/problems'
import type { Kysely } from 'kysely'
import type { Database } from '../../platform/database/schema.ts'
import { type ActorAccount, requireKeyScope } from '../../platform/http/actor.ts'
import { listOwnStanding } from '../../uploads/index.ts'
import type { JudgedItem } from './request-content.ts'

type Example = Pick<JudgedItem, 'example_file_id'>

/**
 * Examples must be files of the account's own library. A program without the scope of the library leaves the request
 * those that it `had`.
 *
 * @throws Problem 'file-not-found', the same for unknown and foreign ones; 'key-lacks-scope'
 */
export async function requireExamples(
  db: Kysely<Database>,
  account: Pick<ActorAccount, 'id' | 'apiKeyScopes'>,
  items: readonly Example[],
  had: readonly Example[] = [],
): Promise<void> {
  const ids = [...new Set(items.flatMap(({ example_file_id }) => example_file_id ?? []))]
  if (ids.length === 0) return
  const known = new Set(had.map(({ example_file_id }) => example_file_id))
  if (ids.some((id) => !known.has(id))) requireKeyScope(account, 'library')
  if ((await listOwnStanding(db, account.id, ids)).length < ids.length) throw new Problem('file-not-found')
}
