import { Problem } from '@waybill/contract/core/problems'
import type { Context } from '../../context.ts'
import { hashToken, newToken } from '../../platform/ids.ts'
import { loadReadable } from '../../uploads/index.ts'
import { layOutZip } from '../zip/zip-layout.ts'
import { insertLibraryGrant } from './library-grant-store.ts'

export interface LibraryLink {
  url: string
  name: string
  bytes: number
}

const ZIP_NAME = 'waybill-library.zip'

/**
 * A plain link, valid for a day, to files of the account, or of others in its team (`isOfOthers`); the caller has checked
 * that the account owns or may read them. `isForSupplier`: it is given to somebody else.
 * `apiKeyId`: a program asked for it.
 */
export async function linkToOwn(
  { db }: Pick<Context, 'db'>,
  accountId: string,
  ids: readonly string[],
  more: Pick<Parameters<typeof insertLibraryGrant>[1], 'isOfOthers' | 'isForSupplier' | 'apiKeyId'> = {},
): Promise<LibraryLink> {
  const files = await loadReadable(db, ids)
  const [first] = files
  if (first === undefined || files.length < ids.length) throw new Problem('file-not-found')
  const token = newToken()
  await insertLibraryGrant(db, { tokenHash: hashToken(token), accountId, fileIds: ids, ...more })
  const isOne = files.length === 1
  const name = isOne ? first.path.slice(first.path.lastIndexOf('/') + 1) : ZIP_NAME
  const bytes = isOne ? first.bytes : layOutZip(files).bytes
  return { url: `/library/${token}/${encodeURIComponent(name)}`, name, bytes }
}
