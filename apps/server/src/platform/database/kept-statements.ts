import { createHash } from 'node:crypto'
import { sql } from 'kysely'

/**
 * Put before a statement, it asks a reading connection to keep it prepared: reading, rewriting and planning a page of a
 * list costs several times what running it does. Only for texts of which there are few.
 */
export const KEPT = sql`/* kept */ `
const KEPT_TEXT = '/* kept */ '

/** The name a statement is kept by; null for one that is not. */
export function keptName(text: string): string | null {
  if (!text.startsWith(KEPT_TEXT)) return null
  return createHash('sha256').update(text).digest('base64url').slice(0, 32)
}
