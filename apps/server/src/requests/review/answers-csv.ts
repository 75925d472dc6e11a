import type { Kysely } from 'kysely'
import type { Database } from '../../platform/database/schema.ts'
import { BYTE_ORDER_MARK, csvLine } from '../../platform/http/csv.ts'
import { findSeenRequest } from '../request-store.ts'
import { type AnsweredRow, listAnswered } from './archive-store.ts'

/** Beyond this an archive has no answers: the export of the request's page has them. */
const MOST_BYTES = 5_000_000
const NAME = 'answers.csv'

const headings = {
  en: ['Email', 'Name', 'Company', 'Heading', 'Question', 'Answer', 'State', 'Answered at'],
  zh: ['邮箱', '姓名', '公司', '标题', '问题', '回答', '状态', '回答时间'],
}
const states = {
  en: { arrived: 'to review', accepted: 'accepted', 'sent-back': 'sent back' },
  zh: { arrived: '待审核', accepted: '已接受', 'sent-back': '已退回' },
}

/** Which answers an archive holds: of all suppliers, or of some, for a reader in their language. */
export interface AnswersWanted {
  request: string
  suppliers: string[] | null
  language: 'en' | 'zh'
}

/**
 * The answers of a request as a CSV file, an answer a row; null where the reader may not read the request, nobody has
 * answered, or there is too much.
 */
export async function writeAnswersCsv(
  db: Kysely<Database>,
  readerId: string,
  { request: id, suppliers, language }: AnswersWanted,
): Promise<{ path: string; content: Buffer; at: Date } | null> {
  const request = await findSeenRequest(db, readerId, id)
  if (request === null) return null
  const rows = await listAnswered(db, request.id, { suppliers, mostBytes: MOST_BYTES })
  if (rows === null || rows.length === 0) return null
  const lines = rows.map((row) => csvLine(cellsOf(row, language)))
  const at = rows.reduce((last, { answered_at }) => (answered_at > last ? answered_at : last), new Date(0))
  return { path: NAME, content: Buffer.from([BYTE_ORDER_MARK, csvLine(headings[language]), ...lines].join('')), at }
}

const cellsOf = (row: AnsweredRow, language: 'en' | 'zh'): string[] => [
  row.address ?? '',
  row.name,
  row.company,
  row.section,
  row.question,
  row.answer.join('; '),
  states[language][row.state],
  row.answered_at.toISOString(),
]
