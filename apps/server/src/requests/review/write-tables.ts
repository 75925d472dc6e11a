import type { Kysely } from 'kysely'
import type { Database } from '../../platform/database/schema.ts'
import { writeCommentsCsv } from '../comments/export-comments.ts'
import { findSeenRequest } from '../request-store.ts'
import { type AnswersWanted, writeAnswersCsv } from './answers-csv.ts'

/** A file that is written when its archive is downloaded. */
interface WrittenTable {
  path: string
  content: Buffer
  /** When the last row was written. */
  at: Date
}

/**
 * The answers to questions and the comments of a request as CSV files, for its archive: those that have rows. None where
 * the reader may not read the request.
 */
export async function writeTables(
  db: Kysely<Database>,
  readerId: string,
  wanted: AnswersWanted,
): Promise<WrittenTable[]> {
  const request = await findSeenRequest(db, readerId, wanted.request)
  if (request === null) return []
  const tables = [await writeAnswersCsv(db, request, wanted), await writeCommentsCsv(db, request, wanted)]
  return tables.filter((table) => table !== null)
}
