import { Problem } from '@waybill/contract/core/problems'
import { inSupplierFolders } from '@waybill/contract/requests/supplier-folders'
import type { Kysely } from 'kysely'
import type { Context } from '../../context.ts'
import { type ArchiveLink, linkToArchives, zipSourceOf } from '../../downloads/index.ts'
import type { Database } from '../../platform/database/schema.ts'
import type { ActorAccount } from '../../platform/http/actor.ts'
import { requireSeenRequest } from '../manage/own-request.ts'
import { countSuppliers } from '../supplier-identity-store.ts'
import type { AnswersWanted } from './answers-csv.ts'
import { type ArchiveChoice, countLeftOut, listArrived, listSubmitters } from './archive-store.ts'
import { writeTables } from './write-tables.ts'

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
): Promise<{ links: ArchiveLink[]; leftOut: number }> {
  const request = await requireSeenRequest(db, account.id, named)
  const choice = { suppliers: distinct(asked.suppliers), submissions: distinct(asked.submissions) }
  const suppliers = await suppliersOf(db, request.id, choice)
  const arrived = await listArrived(db, request.id, choice)
  const wanted: AnswersWanted = { request: request.id, suppliers, language: account.language }
  const tables = await writeTables(db, account.id, wanted)
  if (arrived.length === 0 && tables.length === 0) throw new Problem('file-not-found')
  const paths = inSupplierFolders(
    arrived.map((file) => ({ supplierId: file.supplier_id, supplier: file, path: file.path })),
  )
  const asking = { accountId: account.id, apiKeyId: account.apiKeyId, isOfOthers: request.account_id !== account.id }
  const links = await linkToArchives({ db }, asking, {
    name: request.folder,
    files: arrived.map(({ id }, nth) => ({ id, path: paths[nth] as string })),
    ...(tables.length > 0 ? { made: { sources: tables.map(zipSourceOf), answers: wanted } } : {}),
  })
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
