import type pg from 'pg'
import { StartError } from '../../config/start-error.ts'

/** The role for an account's own reads (migrations/0001-baseline.sql). It cannot log in. */
export const READER_ROLE = 'waybill_reader'

const NOT_ALLOWED = '42501'
/** Roles belong to the whole server, and another Waybill on it may start at the same moment. */
const made = new Set(['42710', '23505', 'XX000'])

/**
 * Ensures that the role exists and that the connection's own role may become it. Throws StartError with instructions
 * where it may not create roles.
 */
export async function ensureReaderRole(client: pg.Client, reader = READER_ROLE): Promise<void> {
  try {
    if (!(await isThere(client, reader))) await client.query(`create role ${reader} nologin`).catch(unlessMade)
    // Since PostgreSQL 16 the creator of a role may grant it, but not become it without a grant.
    if (!(await mayBecome(client, reader))) await client.query(`grant ${reader} to current_user`).catch(unlessMade)
  } catch (error) {
    if ((error as { code?: string }).code !== NOT_ALLOWED) throw error
    const { rows } = await client.query<{ name: string }>('select quote_ident(current_user) as name')
    throw new StartError(
      `The role of DATABASE_URL cannot create the role ${reader}, with which accounts read their own rows. Ask the ` +
        `database administrator to run: create role ${reader} nologin; grant ${reader} to ${rows[0]?.name};`,
      { cause: error },
    )
  }
}

function unlessMade(error: { code?: string }): void {
  if (!made.has(error.code ?? '')) throw error
}

async function isThere(client: pg.Client, reader: string): Promise<boolean> {
  return (await client.query('select from pg_roles where rolname = $1', [reader])).rowCount === 1
}

async function mayBecome(client: pg.Client, reader: string): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from pg_roles where rolname = $1 and pg_has_role(current_user, oid,
      case when current_setting('server_version_num')::int >= 160000 then 'set' else 'member' end)`,
    [reader],
  )
  return rowCount === 1
}
