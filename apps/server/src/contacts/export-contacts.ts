import type { ContactBookName } from '@waybill/contract/contacts/books'
import type { FastifyReply } from 'fastify'
import type { Context } from '../context.ts'
import type { ActorAccount } from '../platform/http/actor.ts'
import { sendCsv } from '../platform/http/csv.ts'
import { eachContactIn } from './contact-store.ts'

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
  async function* rows() {
    yield headers[language]
    for await (const { email, name, company, last_sent_at } of eachContactIn(db, id, book)) {
      yield [email, name, company, last_sent_at?.toISOString() ?? '']
    }
  }
  return sendCsv(reply, 'contacts.csv', rows())
}
