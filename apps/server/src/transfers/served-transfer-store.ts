import { sql } from 'kysely'

const aliases = { transfers: sql`transfers`, t: sql`t` }

/**
 * Whether the transfer of this alias is served to whoever has its link: it stands, the operator has not blocked it, and the
 * account that sent it is there and not suspended. The one place where this is decided.
 */
export const isServed = (alias: keyof typeof aliases = 'transfers') => {
  const t = aliases[alias]
  return sql<boolean>`(${t}.deleted_at is null and ${t}.bytes_removed_at is null and ${t}.blocked_at is null
    and not exists (
      select from accounts sender
      where sender.id = ${t}.account_id and (sender.suspended_at is not null or sender.deleted_at is not null)
    ))`
}
