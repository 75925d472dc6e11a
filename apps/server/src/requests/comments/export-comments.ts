import { BYTE_ORDER_MARK, csvLine } from '@waybill/contract/core/csv'
import type { Language } from '@waybill/contract/core/fields'
import type { FastifyReply } from 'fastify'
import type { Kysely } from 'kysely'
import type { Context } from '../../context.ts'
import type { Database } from '../../platform/database/schema.ts'
import type { ActorAccount } from '../../platform/http/actor.ts'
import { sendCsv } from '../../platform/http/csv.ts'
import { requireSeenRequest } from '../manage/own-request.ts'
import type { RequestRow } from '../request-store.ts'
import { type ExportedComment, listToExport } from './comment-store.ts'

/** Rows in memory at a time. */
const PAGE = 500

const words = {
  en: {
    headings: ['Email', 'Name', 'Company', 'Item', 'Written at', 'Author', 'Comment'],
    supplier: 'supplier',
    withdrawn: '(withdrawn)',
  },
  zh: {
    headings: ['邮箱', '姓名', '公司', '项目', '时间', '作者', '评论'],
    supplier: '供应商',
    withdrawn: '（已收回）',
  },
}

/** The comments of a request, thread by thread, read page by page. @throws Problem 'request-not-found' */
export async function exportComments(
  { readAs }: Pick<Context, 'readAs'>,
  { id: accountId, language }: Pick<ActorAccount, 'id' | 'language'>,
  named: string,
  reply: FastifyReply,
): Promise<undefined> {
  const db = readAs(accountId)
  const request = await requireSeenRequest(db, accountId, named)
  return sendCsv(reply, `comments-${request.slug}.csv`, rowsOf(db, request.id, language))
}

async function* rowsOf(db: Kysely<Database>, requestId: string, language: Language): AsyncGenerator<string[]> {
  const own = words[language]
  yield own.headings
  for (let skip = 0; ; skip += PAGE) {
    const rows = await listToExport(db, requestId, { suppliers: null, skip, take: PAGE })
    for (const row of rows) yield cellsOf(row, own)
    if (rows.length < PAGE) return
  }
}

const cellsOf = (row: ExportedComment, own: { supplier: string; withdrawn: string }): string[] => [
  row.address ?? '',
  row.name,
  row.company,
  row.item,
  row.written_at.toISOString(),
  row.is_of_supplier ? own.supplier : row.author,
  row.withdrawn_at === null ? row.body : own.withdrawn,
]

/** Beyond this an archive has no comments: the request's page exports them. */
const MOST_CHARS = 5_000_000

/** The comments of a request as a file of its archive, of all or of some suppliers; null: there are none, or too many. */
export async function writeCommentsCsv(
  db: Kysely<Database>,
  { id: requestId }: Pick<RequestRow, 'id'>,
  { suppliers, language }: { suppliers: readonly string[] | null; language: Language },
): Promise<{ path: string; content: Buffer; at: Date } | null> {
  const own = words[language]
  const lines: string[] = []
  let [at, chars] = [new Date(0), 0]
  for (let skip = 0; ; skip += PAGE) {
    const rows = await listToExport(db, requestId, { suppliers, skip, take: PAGE })
    for (const row of rows) {
      const line = csvLine(cellsOf(row, own))
      lines.push(line)
      chars += line.length
      const changedAt = row.withdrawn_at ?? row.written_at
      if (changedAt > at) at = changedAt
    }
    if (chars > MOST_CHARS) return null
    if (rows.length < PAGE) break
  }
  if (lines.length === 0) return null
  const content = Buffer.from([BYTE_ORDER_MARK, csvLine(own.headings), ...lines].join(''))
  return { path: 'comments.csv', content, at }
}
