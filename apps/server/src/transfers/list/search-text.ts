import type { Kysely } from 'kysely'
import type { Database } from '../../platform/database/schema.ts'
import { listTransferFiles } from '../files/transfer-file-store.ts'
import { listRecipients } from '../recipients/recipient-store.ts'
import { readTitle, setSearchText } from '../transfer-store.ts'
import { searchableText } from './searchable-text.ts'

/** Updates the searchable text, in the transaction that changed title, files or recipients. */
export async function keepSearchText(tx: Kysely<Database>, { id, slug }: { id: string; slug: string }): Promise<void> {
  const [files, everyone] = [await listTransferFiles(tx, id), await listRecipients(tx, id)]
  const recipients = everyone.filter(({ removed_at }) => removed_at === null)
  const title = await readTitle(tx, id)
  await setSearchText(tx, id, searchableText({ slug, title, paths: files.map(({ path }) => path), recipients }))
}
