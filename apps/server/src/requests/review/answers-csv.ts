import { ANSWERS_FILE, answersTable } from '@waybill/contract/requests/answers-table'
import type { Kysely } from 'kysely'
import type { Database } from '../../platform/database/schema.ts'
import type { RequestRow } from '../request-store.ts'
import { listAnswered } from './archive-store.ts'

/** Beyond this an archive has no answers: the export of the request's page has them. */
const MOST_BYTES = 5_000_000

/** Which answers and comments an archive holds: of all suppliers, or of some, for a reader in their language. */
export interface AnswersWanted {
  request: string
  suppliers: string[] | null
  language: 'en' | 'zh'
}

/** The answers of a request as a CSV file, an answer a row; null where nobody has answered, or there is too much. */
export async function writeAnswersCsv(
  db: Kysely<Database>,
  request: Pick<RequestRow, 'id'>,
  { suppliers, language }: Pick<AnswersWanted, 'suppliers' | 'language'>,
): Promise<{ path: string; content: Buffer; at: Date } | null> {
  const rows = await listAnswered(db, request.id, { suppliers, mostBytes: MOST_BYTES })
  if (rows === null || rows.length === 0) return null
  const at = rows.reduce((last, { answered_at }) => (answered_at > last ? answered_at : last), new Date(0))
  const shown = rows.map(({ address: email, answered_at, ...row }) => ({
    ...row,
    email,
    answeredAt: answered_at.toISOString(),
  }))
  return { path: ANSWERS_FILE, content: Buffer.from(answersTable(shown, language)), at }
}
