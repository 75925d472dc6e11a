import type pg from 'pg'
import { hashPassword } from '../../apps/server/src/identity/accounts/password-hash.ts'

export const OWNER = { id: 'owner', email: 'owner@example.com', password: 'a waybill travels with it' }
/** One in this many transfers is the owner's. */
export const OWNER_PART = 5
const OTHERS = 8_000
/** Where the others are members of the owner's team. */
const MEMBERS = 50
const TABLES = [
  'uploads',
  'transfers',
  'recipients',
  'files',
  'transfer_files',
  'transfer_searches',
  'transfer_counts',
  'transfer_day_counts',
]

/** The owner and all others: each alone, or members of the owner's team. */
export async function fillAccounts(client: pg.Client, isTeam = false): Promise<void> {
  const passwordHash = await hashPassword(OWNER.password)
  await client.query(
    `with wanted as (
       select $1 as id, $2 as email, 'business' as role
       union all select 'other' || n, 'other' || n || '@example.com', 'pro' from generate_series(0, $4::int - 1) n
     ), alone as (select * from wanted where id = $1 or not $5::boolean),
     made as (insert into workspaces (id, admin_id) select id, id from alone),
     paid as (insert into subscriptions (workspace_id, role, status) select id, role, 'active' from alone)
     insert into accounts (id, workspace_id, email, password_hash)
     select id, case when $5 then $1 else id end, email, $3 from wanted`,
    [OWNER.id, OWNER.email, passwordHash, isTeam ? MEMBERS : OTHERS, isTeam],
  )
  await client.query('insert into account_addresses (address, account_id) select email, id from accounts')
}

/**
 * Fills the tables from `from` to `to` transfers over a year, a fifth of them the owner's: with triggers off and
 * indexes made afterwards, as a restored dump does, and with the triggers' results made by the same functions. The
 * search texts of other accounts have realistic sizes and invented contents. Expired transfers are marked, as the
 * server does when they expire.
 */
export async function fillTransfers(client: pg.Client, from: number, to: number, isTeam = false): Promise<void> {
  const { rows: indexes } = await client.query<{ name: string; made: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as made from pg_index
     where indrelid = any($1::regclass[]) and not indisunique`,
    [TABLES],
  )
  await client.query('set session_replication_role = replica')
  for (const { name } of indexes) await client.query(`drop index ${name}`)
  await client.query(transfersSql, [from, to - 1, OWNER_PART, OWNER.id, isTeam ? MEMBERS : OTHERS, isTeam])
  for (const sql of behindTransfers) await client.query(sql, [from, to - 1])
  await client.query(searchesSql, [from, to - 1, OWNER.id])
  await client.query('truncate transfer_counts, transfer_day_counts')
  for (const sql of countsSql) await client.query(sql)
  for (const { made } of indexes) await client.query(made)
  await client.query('set session_replication_role = origin')
  await client.query(`vacuum analyze ${TABLES.join(', ')}`)
  await client.query('checkpoint')
}

/** Names contain the number, so that the other tables find their transfer. */
const numbered = `(select n, substr(md5('transfer ' || n), 1, 20) as id, 'upload' || n as upload_id
  from generate_series($1::int, $2::int) as n) made`

const transfersSql = `
  with uploaded as (
    insert into uploads (id, state, owner_address, network, manifest_hash, store, bytes, expires_at)
    select upload_id, 'complete', 'x', 'x', ''::bytea, 'disk', 0, now() from ${numbered}
  )
  insert into transfers (id, slug, upload_id, account_id, workspace_id, send_as, role, sender_address, sender_proven, network, message,
    file_count, bytes, expiry_seconds, sent_at, expires_at, expiry_noted_at, download_count, list_status, search_text)
  select id, 's' || n, upload_id, account_id, case when $6::boolean then $4 else account_id end, 'email', 'pro', 'owner@example.com', true, 'x', 'as agreed', 1, bytes,
    604800, sent_at, expires_at, case when expires_at <= now() then expires_at end, downloads,
    case when expires_at <= now() then 1 else 0 end + case when downloads > 0 then 2 else 0 end,
    's' || n || E'\\ndrawings/part-' || n || E'.dwg\\noffer-' || n % 1000 || E'.xlsx\\nclient' || n % 3000 || '@example.com'
  from (
    select *, case when n % 7 = 0 then null when n % 3 = 0 then sent_at + interval '365 days'
      else sent_at + interval '7 days' end as expires_at
    from (
      select *, case when n % $3 = 0 then $4 else 'other' || n % $5 end as account_id,
        (hashint4(n)::int8 + 2147483648) as bytes, case when n % 4 < 2 then 0 else n % 50 end as downloads,
        now() - interval '1 minute' - (abs(hashint4(n + 1)::int8) % 31536000) * interval '1 second' as sent_at
      from ${numbered}
    ) made
  ) made`

const behindTransfers = [
  `insert into recipients (id, transfer_id, position, address, token_hash, created_at, received_at)
   select id, id, 0, 'client' || n % 3000 || '@example.com', decode(md5(id), 'hex'), now(), now() from ${numbered}`,
  `insert into files (id, upload_id, position, path, bytes, modified_at, fingerprint)
   select id, upload_id, 0, 'drawings/part-' || n || '.dwg', 0, now(), '' from ${numbered}`,
  `insert into transfer_files (transfer_id, file_id, position, path)
   select id, id, 0, 'drawings/part-' || n || '.dwg' from ${numbered}`,
]

const searchesSql = `
  insert into transfer_searches (transfer_id, account_id, grams)
  select t.id, t.account_id, case when t.account_id = $3 then search_grams(t.account_id, t.search_text)
    else array(select hashint4(made.n % 3000 * 100 + gram) from generate_series(1, 60) as gram) end
  from ${numbered} join transfers t on t.id = made.id`

const countsSql = [
  `insert into transfer_counts (account_id, workspace_id, list_status, month, transfers)
   select account_id, workspace_id, list_status, to_char(sent_at at time zone 'utc', 'YYYY-MM'), count(*) from transfers
   group by 1, 2, 3, 4`,
  `insert into transfer_day_counts (account_id, workspace_id, list_status, day, transfers)
   select account_id, workspace_id, list_status, to_char(sent_at at time zone 'utc', 'YYYY-MM-DD'), count(*) from transfers
   group by 1, 2, 3, 4`,
]
