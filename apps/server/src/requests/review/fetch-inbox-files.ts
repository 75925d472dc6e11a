import { cleanName } from '@waybill/contract/core/names'
import { Problem } from '@waybill/contract/core/problems'
import { inSupplierFolders } from '@waybill/contract/requests/supplier-folders'
import type { Context } from '../../context.ts'
import { insertLibraryGrant, layOutZip, zipSourceOf } from '../../downloads/index.ts'
import type { ActorAccount } from '../../platform/http/actor.ts'
import { hashToken, newToken } from '../../platform/ids.ts'
import { loadReadable } from '../../uploads/index.ts'
import { requireSeenRequest } from '../manage/own-request.ts'
import { countSuppliers } from '../supplier-identity-store.ts'
import type { AnswersWanted } from './answers-csv.ts'
import { listArrived } from './archive-store.ts'
import { writeTables } from './write-tables.ts'

/** Entries of one archive. */
const MOST_FILES = 1_500

/**
 * Plain links, valid for a day, to archives of a request's submissions, a folder for each supplier; planned, so that
 * any range of them can be downloaded. The first one has the answers and comments too. Leaves out files that were sent
 * back. Who only reads the request downloads them as long as they may read it.
 *
 * @throws Problem 'request-not-found' | 'recipient-not-found' | 'file-not-found' where there is nothing
 */
export async function fetchInboxFiles(
  { db }: Pick<Context, 'db'>,
  { id: accountId, language, apiKeyId }: Pick<ActorAccount, 'id' | 'language' | 'apiKeyId'>,
  named: string,
  suppliers: readonly string[] | null,
): Promise<{ links: Array<{ url: string; name: string; bytes: number; files: number }> }> {
  const request = await requireSeenRequest(db, accountId, named)
  const ids = suppliers && [...new Set(suppliers)]
  if (ids && (await countSuppliers(db, request.id, ids)) < ids.length) throw new Problem('recipient-not-found')
  const arrived = await listArrived(db, request.id, ids)
  const wanted: AnswersWanted = { request: request.id, suppliers: ids, language }
  const tables = await writeTables(db, accountId, wanted)
  if (arrived.length === 0 && tables.length === 0) throw new Problem('file-not-found')
  const paths = inSupplierFolders(
    arrived.map((file) => ({ supplierId: file.supplier_id, supplier: file, path: file.path })),
  )
  const isOfOthers = request.account_id !== accountId
  const links = []
  for (let from = 0; from < Math.max(1, arrived.length); from += MOST_FILES) {
    // The first archive has the tables.
    const made = from === 0 ? tables : []
    const fileIds = arrived.slice(from, from + MOST_FILES).map(({ id }) => id)
    const inside = paths.slice(from, from + MOST_FILES)
    const files = await loadReadable(db, fileIds)
    if (files.length < fileIds.length) throw new Problem('file-not-found')
    const token = newToken()
    await insertLibraryGrant(db, {
      tokenHash: hashToken(token),
      accountId,
      fileIds,
      paths: inside,
      isOfOthers,
      apiKeyId,
      answers: made.length > 0 ? wanted : null,
    })
    const part = arrived.length > MOST_FILES ? ` ${from / MOST_FILES + 1}` : ''
    const name = cleanName(`${request.folder}${part}.zip`)
    const sources = files.map((file, nth) => ({ ...file, path: inside[nth] as string }))
    const { bytes } = layOutZip([...sources, ...made.map(zipSourceOf)])
    const count = fileIds.length + made.length
    links.push({ url: `/library/${token}/${encodeURIComponent(name)}`, name, bytes, files: count })
  }
  return { links }
}
