import { Readable } from 'node:stream'
import type { ContactBookName } from '@waybill/contract/contacts/books'
import type { FastifyReply } from 'fastify'
import type { Context } from '../context.ts'
import type { ActorAccount } from '../platform/http/actor.ts'
import { eachContactIn } from './contact-store.ts'
import { BYTE_ORDER_MARK, csvLine } from './write-csv.ts'

const headers = {
  en: ['Email', 'Name', 'Company', 'Last sent'],
  zh: ['邮箱', '姓名', '公司', '上次发送'],
}

/** Every contact of a book, or of both, by address. */
export async function exportContacts(
  { db }: Pick<Context, 'db'>,
  { id, language }: Pick<ActorAccount, 'id' | 'language'>,
  book: ContactBookName | null,
  reply: FastifyReply,
): Promise<undefined> {
  async function* lines() {
    yield BYTE_ORDER_MARK + csvLine(headers[language])
    for await (const { email, name, company, last_sent_at } of eachContactIn(db, id, book)) {
      yield csvLine([email, name, company, last_sent_at?.toISOString() ?? ''])
    }
  }
  await reply
    .type('text/csv; charset=utf-8')
    .headers({ 'content-disposition': 'attachment; filename="contacts.csv"', 'cache-control': 'private, no-store' })
    .send(Readable.from(lines()))
  return undefined
}
