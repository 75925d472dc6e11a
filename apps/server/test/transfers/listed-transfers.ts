import { sql } from 'kysely'
import { workspaceOf } from '../../src/platform/database/workspace-of.ts'
import { hashToken } from '../../src/platform/ids.ts'
import { keepSearchText } from '../../src/transfers/list/search-text.ts'
import { recipientToken } from '../../src/transfers/recipients/recipient-token.ts'
import type { TestContext } from '../app/test-context.ts'
import { insertTransfer, type Tracked } from './tracked-transfer.ts'

export interface ListedOptions {
  accountId: string
  path?: string
  people?: string[]
  sendAs?: 'email' | 'link'
  bytes?: number
  /** Finished files. */
  downloads?: number
  sentMinutesAgo?: number
  /** From now, negative where it has ended; null never ends. */
  endsInMinutes?: number | null
}

/** An account's saved transfer as rows, for lists. */
export async function insertListed(ctx: TestContext, options: ListedOptions): Promise<Tracked> {
  const { accountId, path = 'plan.pdf', people = ['asha@rao-forge.example'], endsInMinutes = 10_080 } = options
  const sendAs = options.sendAs ?? 'email'
  const recipients = sendAs === 'email' ? people.map((address) => ({ address })) : [{ address: null }]
  const made = await insertTransfer(ctx, { files: [{ path, bytes: options.bytes ?? 1_000 }], recipients, sendAs })
  await ctx.db
    .updateTable('transfers')
    .set({
      account_id: accountId,
      workspace_id: workspaceOf(accountId),
      sent_at: sql<Date>`now() - make_interval(mins => ${options.sentMinutesAgo ?? 0})`,
      expires_at: endsInMinutes === null ? null : sql<Date>`now() + make_interval(mins => ${endsInMinutes})`,
      download_count: options.downloads ?? 0,
    })
    .where('id', '=', made.transferId)
    .execute()
  for (const id of made.recipientIds) {
    const token_hash = hashToken(recipientToken(ctx.masterKey, id))
    await ctx.db.updateTable('recipients').set({ token_hash }).where('id', '=', id).execute()
  }
  await keepSearchText(ctx.db, { id: made.transferId, slug: made.slug })
  return made
}

/**
 * `count` of them at once, for lists that are too long to read whole: an hour apart, the newest an hour ago. The name
 * of the nth has its number, 'part-7.dwg', and every 90th is of a 'gearbox'.
 */
export async function insertManyListed(ctx: TestContext, accountId: string, count: number): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx)
    await sql`
    with made as (
      insert into uploads (id, state, owner_address, network, manifest_hash, store, bytes, expires_at)
      select ${accountId} || n, 'complete', 'ada@lovelace.example', '203.0.113.0/24', ''::bytea, 'disk', 0, now()
      from generate_series(1, ${count}::int) as n returning id
    )
    insert into transfers (id, slug, upload_id, account_id, workspace_id, send_as, role, sender_address, sender_proven, network,
      message, file_count, bytes, expiry_seconds, sent_at, expires_at, search_text)
    select ${accountId} || n, 'm' || left(md5(${accountId} || n), 12), ${accountId} || n, ${accountId}, workspace_of(${accountId}), 'link', 'anon',
      'ada@lovelace.example', true, '203.0.113.0/24', '', 0, n, 604800, now() - n * interval '1 hour', null,
      'part-' || n || '.dwg' || case when n % 90 = 0 then ' gearbox' else '' end
    from generate_series(1, ${count}::int) as n`.execute(tx)
  })
}
