import { sql } from 'kysely'
import { newSlug } from '../../src/platform/ids.ts'
import type { Recipient } from '../people/recipient.ts'

/**
 * The given number of live transfers with the same files as `recipient` has, inserted directly into the tables: every
 * second opens by its slug alone, the others by a token that nobody knows. Returns the slugs of the former.
 */
export async function makeMany({ app, transferId, uploadId }: Recipient, count: number): Promise<string[]> {
  const slugs = [...new Set(Array.from({ length: count }, newSlug))]
  const many = sql`unnest(${slugs}::text[]) with ordinality as many (slug, nth)`
  const isLink = sql`nth % 2 = 0`
  await app.ctx.db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx)
    await sql`insert into uploads select made.* from uploads, ${many},
      jsonb_populate_record(uploads, jsonb_build_object('id', 'upload-' || nth)) as made
      where uploads.id = ${uploadId}`.execute(tx)
    await sql`insert into transfers select made.* from transfers, ${many},
      jsonb_populate_record(transfers, jsonb_build_object('id', 'transfer-' || nth, 'upload_id', 'upload-' || nth,
        'slug', many.slug, 'send_as', case when ${isLink} then 'link' else 'email' end)) as made
      where transfers.id = ${transferId}`.execute(tx)
    await sql`insert into recipients select made.* from recipients, ${many},
      jsonb_populate_record(recipients, jsonb_build_object('id', 'recipient-' || nth, 'transfer_id', 'transfer-' || nth,
        'token_hash', sha256(many.slug::bytea), 'address', case when ${isLink} then null else recipients.address end)) as made
      where recipients.transfer_id = ${transferId}`.execute(tx)
    await sql`insert into transfer_files select made.* from transfer_files, ${many},
      jsonb_populate_record(transfer_files, jsonb_build_object('transfer_id', 'transfer-' || nth)) as made
      where transfer_files.transfer_id = ${transferId}`.execute(tx)
  })
  return slugs.filter((_slug, i) => i % 2 === 1)
}
