import { Problem } from '@waybill/contract/core/problems'
import type { Kysely } from 'kysely'
import type { Database } from '../../platform/database/schema.ts'
import { listOwnStanding } from '../../uploads/index.ts'
import type { JudgedItem } from './request-content.ts'

/**
 * Examples must be files of the account's own library. @throws Problem 'file-not-found', the same for unknown and
 * foreign ones
 */
export async function requireExamples(
  db: Kysely<Database>,
  accountId: string,
  items: readonly Pick<JudgedItem, 'example_file_id'>[],
): Promise<void> {
  const ids = [...new Set(items.flatMap(({ example_file_id }) => example_file_id ?? []))]
  if (ids.length === 0) return
  if ((await listOwnStanding(db, accountId, ids)).length < ids.length) throw new Problem('file-not-found')
}
