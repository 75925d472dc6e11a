import type pg from 'pg'
import { StartError } from '../config/start-error.ts'

/** The role an account's own reads are made by (migrations/0018-row-security.sql). It cannot log in. */
export const READER_ROLE = 'waybill_reader'

const NOT_ALLOWED = '42501'
/** Roles belong to the whole server, and another Waybill on it may start at the same moment. */
const made = new Set(['42710', '23505', 'XX000'])

/**
 * Sees to it that the role is there and that the connection's own role may become it. Throws StartError with what to do
 * where it may not make roles.
 */
export async function ensureReaderRole(client: pg.Client): Promise<void> {
  try {
    if (!(await isThere(client))) await client.query(`create role ${READER_ROLE} nologin`).catch(unlessMade)
    if (!(await isMember(client))) await client.query(`grant ${READER_ROLE} to current_user`).catch(unlessMade)
  } catch (error) {
    if ((error as { code?: string }).code !== NOT_ALLOWED) throw error
    const { rows } = await client.query<{ name: string }>('select quote_ident(current_user) as name')
    throw new StartError(
      `The role of DATABASE_URL may not make the role ${READER_ROLE}, by which accounts read what is theirs; let the ` +
        `server's administrator run: create role ${READER_ROLE} nologin; grant ${READER_ROLE} to ${rows[0]?.name};`,
      { cause: error },
    )
  }
}

function unlessMade(error: { code?: string }): void {
  if (!made.has(error.code ?? '')) throw error
}

async function isThere(client: pg.Client): Promise<boolean> {
  return (await client.query('select from pg_roles where rolname = $1', [READER_ROLE])).rowCount === 1
}

async function isMember(client: pg.Client): Promise<boolean> {
  const { rowCount } = await client.query(
    "select from pg_roles where rolname = $1 and pg_has_role(current_user, oid, 'member')",
    [READER_ROLE],
  )
  return rowCount === 1
}
