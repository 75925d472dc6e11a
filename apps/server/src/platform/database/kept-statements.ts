import { createHash } from 'node:crypto'
import { sql } from 'kysely'

/**
 * A prefix that asks a connection of the pools to keep a statement prepared: parsing, rewriting and planning the account
 * of a session or a page of a list costs several times as much as running it. Only for a small number of distinct
 * texts. Queries that Kysely builds take it by `modifyFront`.
 */
export const KEPT = sql`/* kept */ `
const KEPT_TEXT = /^\s*(?:select )?\/\* kept \*\/ /

/** The name of a kept statement; null for any other. */
export function keptName(text: string): string | null {
  if (!KEPT_TEXT.test(text)) return null
  return createHash('sha256').update(text).digest('base64url').slice(0, 32)
}
