import type { Language } from '@waybill/contract/core/fields'
import type { FastifyReply } from 'fastify'
import type { Kysely } from 'kysely'
import type { Context } from '../../context.ts'
import type { TimeCursor } from '../../platform/cursor.ts'
import type { Database } from '../../platform/database/schema.ts'
import type { ActorAccount } from '../../platform/http/actor.ts'
import { sendCsv } from '../../platform/http/csv.ts'
import { listItems } from '../content-store.ts'
import { requireSeenRequest } from '../manage/own-request.ts'
import type { RequestRow } from '../request-store.ts'
import { type ListedSupplier, listSuppliers } from '../supplier-store.ts'

type ItemState = ListedSupplier['items'][number]['state']

/** Rows in memory at a time: each may have 50 answers of 5,000 characters. */
const PAGE = 50

/** The contacts import reads the first three, in both languages. */
const words = {
  en: {
    headings: ['Email', 'Name', 'Company', 'Deadline', 'Last answer', 'Complete', 'Late', 'Files', 'Bytes'],
    late: 'late',
    states: { missing: 'missing', arrived: 'arrived', accepted: 'accepted', 'sent-back': 'sent-back' },
  },
  zh: {
    headings: ['邮箱', '姓名', '公司', '截止时间', '最近提交', '交齐时间', '逾期', '文件数', '字节数'],
    late: '逾期',
    states: { missing: '缺少', arrived: '已发送', accepted: '已接受', 'sent-back': '已退回' },
  },
} satisfies Record<Language, { headings: string[]; late: string; states: Record<ItemState, string> }>

/** The table of a request as CSV in the account's language, read page by page. @throws Problem 'request-not-found' */
export async function exportRequestSuppliers(
  { readAs }: Pick<Context, 'readAs'>,
  { id: accountId, language }: Pick<ActorAccount, 'id' | 'language'>,
  named: string,
  reply: FastifyReply,
): Promise<undefined> {
  const db = readAs(accountId)
  const request = await requireSeenRequest(db, accountId, named)
  return sendCsv(reply, `request-${request.slug}.csv`, rowsOf(db, request, language))
}

async function* rowsOf(
  db: Kysely<Database>,
  request: Pick<RequestRow, 'id' | 'sealing'>,
  language: Language,
): AsyncGenerator<string[]> {
  const { headings, late, states } = words[language]
  const items = await listItems(db, request.id)
  yield [...headings, ...items.map(({ name }) => name)]
  for (let after: TimeCursor | null = null; ; ) {
    const everybody = { filter: 'all', missing: null, supplier: null, q: null } as const
    const suppliers = await listSuppliers(db, request.id, { ...everybody, hasWholeAnswers: true, after, take: PAGE })
    for (const row of suppliers) {
      const answers = new Map(row.items.map((answer) => [answer.item, answer]))
      yield [
        row.address ?? '',
        row.name,
        row.company,
        row.due_at?.toISOString() ?? '',
        row.last_answer_at?.toISOString() ?? '',
        row.completed_at?.toISOString() ?? '',
        row.is_late ? late : '',
        String(row.file_count),
        String(row.bytes),
        ...items.map(({ id, kind }) => {
          const { state, fileCount, answer } = answers.get(id) ?? { state: 'missing', fileCount: 0, answer: null }
          if (kind === 'files') return `${states[state]} (${fileCount})`
          // Nobody but the requester's browser reads a sealed answer.
          return request.sealing ? states[state] : (answer?.join('; ') ?? '')
        }),
      ]
    }
    const last = suppliers.at(-1)
    if (suppliers.length < PAGE || last === undefined) return
    after = { at: last.created_us, id: last.id }
  }
}
