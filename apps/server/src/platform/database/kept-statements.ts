import { createHash } from 'node:crypto'
import { sql } from 'kysely'

/**
 * A prefix that asks a reading connection to keep a statement prepared: parsing, rewriting and planning a page of a
 * list costs several times as much as running it. Only for a small number of distinct texts.
 */
export const KEPT = sql`/* kept */ `
const KEPT_TEXT = '/* kept */ '

/** The name of a kept statement; null for any other. */
export function keptName(text: string): string | null {
  if (!text.startsWith(KEPT_TEXT)) return null
  return createHash('sha256').update(text).digest('base64url').slice(0, 32)
}
