import { cleanName } from '@waybill/contract/core/names'
import { Problem } from '@waybill/contract/core/problems'
import { inSupplierFolders } from '@waybill/contract/requests/supplier-folders'
import type { Kysely } from 'kysely'
import type { Context } from '../../context.ts'
import { insertLibraryGrant, layOutZip, zipSourceOf } from '../../downloads/index.ts'
import type { Database } from '../../platform/database/schema.ts'
import type { ActorAccount } from '../../platform/http/actor.ts'
import { hashToken, newToken } from '../../platform/ids.ts'
import { loadReadable } from '../../uploads/index.ts'
import { requireSeenRequest } from '../manage/own-request.ts'
import { countSuppliers } from '../supplier-identity-store.ts'
import type { AnswersWanted } from './answers-csv.ts'
import { type ArchiveChoice, countLeftOut, listArrived, listSubmitters } from './archive-store.ts'
import { writeTables } from './write-tables.ts'

/** Entries of one archive. */
const MOST_FILES = 1_500

interface Link {
  url: string
  name: string
  bytes: number
  files: number
}

/**
 * Plain links, valid for a day, to archives of a request's submissions, a folder for each supplier; planned, so that
 * any range of them can be downloaded. The first one has the answers and comments too, of the suppliers concerned.
 * Leaves out, and counts, files that were sent back. Who only reads the request downloads them as long as they may read
 * it.
 *
 * @throws Problem 'request-not-found' | 'recipient-not-found' | 'submission-not-found' | 'file-not-found' where there
 *   is nothing
 */
export async function fetchInboxFiles(
  { db }: Pick<Context, 'db'>,
  account: Pick<ActorAccount, 'id' | 'language' | 'apiKeyId'>,
  named: string,
  asked: { suppliers?: string[] | undefined; submissions?: string[] | undefined },
): Promise<{ links: Link[]; leftOut: number }> {
  const request = await requireSeenRequest(db, account.id, named)
  const choice = { suppliers: distinct(asked.suppliers), submissions: distinct(asked.submissions) }
  const suppliers = await suppliersOf(db, request.id, choice)
  const arrived = await listArrived(db, request.id, choice)
  const wanted: AnswersWanted = { request: request.id, suppliers, language: account.language }
  const tables = await writeTables(db, account.id, wanted)
  if (arrived.length === 0 && tables.length === 0) throw new Problem('file-not-found')
  const links = await linkArchives(db, account, { request, arrived, tables, wanted })
  return { links, leftOut: await countLeftOut(db, request.id, choice) }
}

const distinct = (ids: readonly string[] | undefined) => (ids === undefined ? null : [...new Set(ids)])

/** Whose answers and comments an archive has; null: everybody's. */
async function suppliersOf(
  db: Kysely<Database>,
  requestId: string,
  { suppliers, submissions }: ArchiveChoice,
): Promise<string[] | null> {
  if (suppliers && (await countSuppliers(db, requestId, suppliers)) < suppliers.length)
    throw new Problem('recipient-not-found')
  if (submissions === null) return suppliers && [...suppliers]
  const submitted = await listSubmitters(db, requestId, submissions)
  if (submitted.length < submissions.length) throw new Problem('submission-not-found')
  const submitters = new Set(submitted.map(({ supplier_id }) => supplier_id))
  return [...submitters].filter((id) => suppliers?.includes(id) ?? true)
}

interface Archived {
  request: Awaited<ReturnType<typeof requireSeenRequest>>
  arrived: Awaited<ReturnType<typeof listArrived>>
  tables: Awaited<ReturnType<typeof writeTables>>
  wanted: AnswersWanted
}

async function linkArchives(
  db: Kysely<Database>,
  { id: accountId, apiKeyId }: Pick<ActorAccount, 'id' | 'apiKeyId'>,
  { request, arrived, tables, wanted }: Archived,
): Promise<Link[]> {
  const paths = inSupplierFolders(
    arrived.map((file) => ({ supplierId: file.supplier_id, supplier: file, path: file.path })),
  )
  const isOfOthers = request.account_id !== accountId
  const links: Link[] = []
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
  return links
}
