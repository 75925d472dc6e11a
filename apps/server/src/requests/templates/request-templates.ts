import { Problem } from '@waybill/contract/core/problems'
import { type RequestTemplate, type TemplateContent, templateContent } from '@waybill/contract/requests/shapes'
import type { Context } from '../../context.ts'
import { cleanedName, lockAccount } from '../../identity/accounts/index.ts'
import { listTemplates, putTemplate, removeTemplate, type TemplateRow } from '../content-store.ts'

/** The most templates of an account. */
const MOST_TEMPLATES = 100

const present = ({ id, name, content, saved_at }: TemplateRow): RequestTemplate => ({
  _id: id,
  name,
  savedAt: saved_at.toISOString(),
  content: templateContent.parse(content),
})

export async function listRequestTemplates({ readAs }: Pick<Context, 'readAs'>, accountId: string) {
  return { templates: (await listTemplates(readAs(accountId), accountId)).map(present) }
}

/**
 * Stores a template, replacing one of the same name. It is validated when a request is created from it.
 *
 * @throws Problem 'invalid-input' for an empty name; 'too-many-templates' {limit}
 */
export async function saveRequestTemplate(
  { db }: Pick<Context, 'db'>,
  accountId: string,
  typed: { name: string; content: TemplateContent },
): Promise<{ template: RequestTemplate }> {
  const name = cleanedName(typed.name)
  if (name === '') throw new Problem('invalid-input', { where: 'body', field: 'name' })
  return db.transaction().execute(async (tx) => {
    if (!(await lockAccount(tx, accountId))) throw new Problem('unauthenticated')
    const row = await putTemplate(tx, accountId, { name, content: typed.content, limit: MOST_TEMPLATES })
    if (row === null) throw new Problem('too-many-templates', { limit: MOST_TEMPLATES })
    return { template: present(row) }
  })
}

/** @throws Problem 'template-not-found' */
export async function deleteRequestTemplate({ db }: Pick<Context, 'db'>, accountId: string, id: string): Promise<void> {
  if (!(await removeTemplate(db, accountId, id))) throw new Problem('template-not-found')
}
