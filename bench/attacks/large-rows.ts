/** One account's rows at their largest sizes, inserted straight into the tables. */
import { randomBytes } from 'node:crypto'
import { hashPassword } from '../../apps/server/src/identity/accounts/password-hash.ts'
import { hashToken } from '../../apps/server/src/platform/ids.ts'
import { queryBeside } from '../../apps/server/test/database/query-beside.ts'
import { OWNER } from '../dashboard/dashboard-rows.ts'
import { logIn } from '../dashboard/dashboard-server.ts'
import type { Waybill } from '../servers.ts'

export const FILES = 1_500
export const PEOPLE = 500
const ENTRIES = 3_001
const CONTACTS = 10_000

export interface Large {
  /** The owner's access token. */
  token: string
  /** A transfer of 1,500 files: its id, its number, and one recipient with the token of the link. */
  transfer: string
  slug: string
  recipient: string
  user: string
}

/** Runs a statement with values in the server's database. */
type Ask = (statement: string, values: unknown[]) => Promise<unknown>

/** One account with 10,000 contacts and a transfer of 1,500 files to 500 people, one of whom has downloaded it. */
export async function makeLarge(
  server: Waybill,
  ask: Ask = (statement, values) => queryBeside(server.dir, statement, values),
): Promise<Large> {
  const user = randomBytes(16).toString('base64url')
  const made = { transfer: 'large-transfer-00000', slug: 'Large01', recipient: 'large-recipient-0' }
  const passwordHash = await hashPassword(OWNER.password)
  const values = [OWNER.id, OWNER.email, passwordHash, made.transfer, made.slug, hashToken(user)]
  for (const statement of statements) {
    const used = [...new Set([...statement.matchAll(/\$(\d+)/g)].map(([, nth]) => Number(nth)))].sort((a, b) => a - b)
    const own = statement.replaceAll(/\$(\d+)/g, (_all, nth) => `$${used.indexOf(Number(nth)) + 1}`)
    await ask(
      own,
      used.map((nth) => values[nth - 1]),
    )
  }
  return { token: await logIn(server), user, ...made }
}

const everyFile = `generate_series(0, ${FILES - 1}) as n`
const path = `'project/part-' || n / 50 || '/sheet-' || n || '-revision.dwg'`

const statements = [
  `with workspace as (insert into workspaces (id, admin_id) values ($1, $1))
   insert into accounts (id, workspace_id, email, password_hash, created_at)
   values ($1, $1, $2, $3, now() - interval '60 days')`,
  `insert into subscriptions (workspace_id, role, status) values ($1, 'business', 'active')`,
  'insert into account_addresses (address, account_id) values ($2, $1)',
  `insert into uploads (id, state, owner_address, network, manifest_hash, store, bytes, expires_at, account_id,
     workspace_id)
   values ('large-upload', 'complete', $2, 'x', ''::bytea, 'disk', ${FILES * 100_000}, now(), $1, $1)`,
  `insert into transfers (id, slug, upload_id, account_id, workspace_id, send_as, role, sender_address, sender_proven, network, message,
     file_count, bytes, expiry_seconds, sent_at, expires_at, search_text, list_status)
   values ($4::text, $5::text, 'large-upload', $1, $1, 'email', 'business', $2, true, 'x', 'as agreed', ${FILES},
     ${FILES * 100_000}, 604800, now(), now() + interval '7 days', $5::text, 0)`,
  `insert into blobs (id, upload_id, position, store, key, bytes, part_bytes, wrapped_key, multipart_id, completed_at)
   values ('large-blob', 'large-upload', 0, 'disk', 'large-blob', ${FILES * 100_000}, 8388608, '', '', now())`,
  `insert into files (id, upload_id, position, path, bytes, modified_at, fingerprint, crc32, sha256, blob_id, blob_offset)
   select 'large-file-' || n, 'large-upload', n, ${path}, 100000, now(), '', n, sha256(n::text::bytea), 'large-blob',
     n * 100000
   from ${everyFile}`,
  `insert into transfer_files (transfer_id, file_id, position, path)
   select $4, 'large-file-' || n, n, ${path} from ${everyFile}`,
  `insert into recipients (id, transfer_id, position, address, token_hash, created_at, received_at)
   select 'large-recipient-' || n, $4, n, 'recipient-' || n || '@many.example',
     case when n = 0 then $6::bytea else sha256(('recipient' || n)::bytea) end, now(), now()
   from generate_series(0, ${PEOPLE - 1}) as n`,
  `insert into ledgers (transfer_id, length, head) values ($4, ${ENTRIES}, sha256('${ENTRIES}'))
   on conflict (transfer_id) do update set length = excluded.length`,
  `insert into events (id, transfer_id, place, account_id, recipient_id, file_id, kind, actor_kind, bytes, country, city,
     time_zone, device, at, hash)
   select 'large-event-' || n, $4, n, $1, case when n > 1 then 'large-recipient-0' end,
     case when n > 1 then 'large-file-' || (n / 2) % ${FILES} end,
     case when n = 1 then 'sent' when n = 2 then 'opened' else (array['begun', 'finished'])[1 + n % 2] end, 'human', 100000,
     'IN', 'Bengaluru', 'Asia/Kolkata', 'Chrome on Windows', now(), sha256(n::text::bytea)
   from generate_series(1, ${ENTRIES}) as n`,
  `insert into contacts (id, account_id, workspace_id, email, name, company)
   select 'large-contact-' || n, $1, $1, 'contact-' || n || '@many.example', 'Contact ' || n, 'Many' from generate_series(1, ${CONTACTS}) as n`,
]
