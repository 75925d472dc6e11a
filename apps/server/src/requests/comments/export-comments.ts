import type { Language } from '@waybill/contract/core/fields'
import type { FastifyReply } from 'fastify'
import type { Kysely } from 'kysely'
import type { Context } from '../../context.ts'
import type { Database } from '../../platform/database/schema.ts'
import type { ActorAccount } from '../../platform/http/actor.ts'
import { sendCsv } from '../../platform/http/csv.ts'
import { requireSeenRequest } from '../manage/own-request.ts'
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
    const rows = await listToExport(db, requestId, { skip, take: PAGE })
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
