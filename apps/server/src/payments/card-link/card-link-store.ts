import { isOverdue } from '@waybill/contract/billing/standing'
import { type Kysely, type Selectable, sql } from 'kysely'
import type { Bought } from '../../platform/database/column-types.ts'
import type { CardLinksTable, Database } from '../../platform/database/schema.ts'
import { hashToken, newToken } from '../../platform/ids.ts'

/** Links that change the card of a subscription without signing in. */
type Db = Kysely<Database>
export type CardLinkRow = Selectable<CardLinksTable>

export const CARD_LINK_DAYS = 7

/** Answers the token, of which only the hash is kept. */
export async function insertCardLink(
  tx: Db,
  link: Pick<CardLinkRow, 'workspace_id' | 'provider' | 'subscription' | 'due_cents' | 'currency'>,
): Promise<string> {
  const token = newToken(128)
  const expires_at = sql<Date>`now() + make_interval(days => ${CARD_LINK_DAYS})`
  await tx
    .insertInto('card_links')
    .values({ ...link, token_hash: hashToken(token), expires_at })
    .execute()
  return token
}

/** Null for an unknown and an expired one. */
export async function findCardLink(db: Db, token: string): Promise<CardLinkRow | null> {
  const row = await db
    .selectFrom('card_links')
    .selectAll()
    .where('token_hash', '=', hashToken(token))
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return row ?? null
}

/** Links of a payment that was made say so from now on; those of a subscription that has ended are gone. */
export async function endCardLinks(tx: Db, workspaceId: string, bought: Bought): Promise<void> {
  await tx
    .deleteFrom('card_links')
    .where('workspace_id', '=', workspaceId)
    .where('subscription', 'is distinct from', bought.subscription)
    .execute()
  if (bought.view === null || isOverdue(bought.view.status)) return
  await tx
    .updateTable('card_links')
    .set({ paid_at: sql<Date>`now()` })
    .where('workspace_id', '=', workspaceId)
    .where('paid_at', 'is', null)
    .execute()
}

export async function deleteCardLinks(tx: Db, workspaceId: string): Promise<void> {
  await tx.deleteFrom('card_links').where('workspace_id', '=', workspaceId).execute()
}

export async function forgetOldCardLinks(db: Db): Promise<void> {
  await db.deleteFrom('card_links').where('expires_at', '<', sql<Date>`now()`).execute()
}
