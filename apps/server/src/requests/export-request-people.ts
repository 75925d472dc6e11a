import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { Kysely } from 'kysely'
import { BYTE_ORDER_MARK, csvLine } from '../contacts/index.ts'
import type { Context } from '../context.ts'
import type { Database } from '../database/schema.ts'
import { requireOwnRequest } from './own-request.ts'
import { listPeople } from './person-store.ts'
import type { Place } from './place.ts'
import { listSlots } from './slot-store.ts'

const PAGE = 500
const headings = ['Email', 'Name', 'Company', 'Deadline', 'Last answer', 'Complete', 'Late', 'Files', 'Bytes']

/** The table of a request as CSV, read page by page. @throws Problem 'request-not-found' */
export async function exportRequestPeople(
  { readAs }: Pick<Context, 'readAs'>,
  accountId: string,
  named: string,
  reply: FastifyReply,
): Promise<undefined> {
  const db = readAs(accountId)
  const request = await requireOwnRequest(db, accountId, named)
  await reply
    .type('text/csv; charset=utf-8')
    .headers({
      'content-disposition': `attachment; filename="request-${request.slug}.csv"`,
      'cache-control': 'private, no-store',
    })
    .send(Readable.from(lines(db, request.id)))
  return undefined
}

async function* lines(db: Kysely<Database>, requestId: string): AsyncGenerator<string> {
  const slots = await listSlots(db, requestId)
  yield BYTE_ORDER_MARK + csvLine([...headings, ...slots.map(({ name }) => name)])
  for (let after: Place | null = null; ; ) {
    const wish = { filter: 'all', missing: null, person: null, q: null, after, take: PAGE } as const
    const people = await listPeople(db, requestId, wish)
    for (const row of people) {
      const states = new Map(row.slots.map(({ slot, state, fileCount }) => [slot, { state, fileCount }]))
      yield csvLine([
        row.address ?? '',
        row.name,
        row.company,
        row.due_at?.toISOString() ?? '',
        row.last_answer_at?.toISOString() ?? '',
        row.completed_at?.toISOString() ?? '',
        row.is_late ? 'late' : '',
        String(row.file_count),
        String(row.bytes),
        ...slots.map(({ id }) => `${states.get(id)?.state ?? 'missing'} (${states.get(id)?.fileCount ?? 0})`),
      ])
    }
    const last = people.at(-1)
    if (people.length < PAGE || last === undefined) return
    after = { at: last.created_us, id: last.id }
  }
}
