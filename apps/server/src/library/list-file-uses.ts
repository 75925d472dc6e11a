import { Problem } from '@waybill/contract/core/problems'
import type { Context } from '../context.ts'
import { listOwnStanding } from '../uploads/index.ts'
import { listUses } from './library-store.ts'

/**
 * Where the account's own files are in use: what deleting them breaks. @throws Problem 'file-not-found', even for
 * foreign ones
 */
export async function listFileUses({ db }: Pick<Context, 'db'>, accountId: string, ids: readonly string[]) {
  const wanted = [...new Set(ids)]
  if ((await listOwnStanding(db, accountId, wanted)).length < wanted.length) throw new Problem('file-not-found')
  const uses = await listUses(db, accountId, wanted)
  return uses.map(({ transfer, slug, path, recipients, is_active }) => ({
    transfer,
    slug,
    fileName: path.slice(path.lastIndexOf('/') + 1),
    recipientCount: recipients,
    isActive: is_active,
  }))
}
