import { showLifetimeCode } from '@waybill/contract/billing/lifetime'
import type { DeskLifetimeCode } from '@waybill/contract/operating/desk-lifetime-endpoints'
import type { LifetimeState } from '@waybill/contract/operating/desk-states'
import {
  insertLifetimeCodes,
  type LifetimeCodeName,
  listLifetimePage,
  macOfLifetimeCode,
  newLifetimeCode,
  revokeLifetimeCode,
  writeSubscription,
} from '../billing/index.ts'
import type { Context } from '../context.ts'
import { readCursor, writeCursor } from '../platform/cursor.ts'
import { newId } from '../platform/ids.ts'
import { noteSecurityIn } from '../platform/security-log/security-scope.ts'

const TAKE = 50
const ROWS_AT_ONCE = 1_000

export async function listLifetimeAtDesk(
  { db }: Pick<Context, 'db'>,
  { state, after }: { state: LifetimeState; after?: string | undefined },
): Promise<{ codes: DeskLifetimeCode[]; next: string | null }> {
  const found = await listLifetimePage(db, { state, after: readCursor(after), take: TAKE + 1 })
  const shown = found.slice(0, TAKE)
  const last = found.length > TAKE ? shown.at(-1) : undefined
  const codes = shown.map(({ id, ending, note, madeAt, redeemedAt, revokedAt, email }) => ({
    _id: id,
    ...{ ending, note, email },
    madeAt: madeAt.toISOString(),
    redeemedAt: redeemedAt?.toISOString() ?? null,
    revokedAt: revokedAt?.toISOString() ?? null,
  }))
  return { codes, next: last === undefined ? null : writeCursor({ at: last.madeMicros, id: last.id }) }
}

/**
 * Makes codes of the lifetime deal. `by`, here and below: the account of the operator at the desk; absent: the command
 * line.
 *
 * @returns the codes as people read them; the server keeps no more than what tells a code when it is typed
 */
export async function makeLifetimeCodes(
  { db, masterKey }: Pick<Context, 'db' | 'masterKey'>,
  { count, note }: { count: number; note: string },
  by?: string,
): Promise<string[]> {
  const codes = Array.from({ length: count }, newLifetimeCode)
  const rows = codes.map((code) => ({
    ...{ id: newId(), ending: code.slice(-4), note },
    mac: macOfLifetimeCode(masterKey, code),
  }))
  await db.transaction().execute(async (tx) => {
    for (let at = 0; at < rows.length; at += ROWS_AT_ONCE)
      await insertLifetimeCodes(tx, rows.slice(at, at + ROWS_AT_ONCE))
    const facts = { codes: count, ...(by === undefined ? {} : { by }) }
    await noteSecurityIn(tx, { event: 'lifetime-made', outcome: 'ok', facts })
  })
  return codes.map(showLifetimeCode)
}

/**
 * Takes a code back, the first of `names` that exists; its account has one code less then, and its role follows.
 * `isUnused`: only one that nobody has redeemed. False where there is none.
 */
export async function endLifetimeCode(
  { db }: Pick<Context, 'db'>,
  names: readonly LifetimeCodeName[],
  { isUnused = false, by }: { isUnused?: boolean; by?: string } = {},
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    for (const name of names) {
      const revoked = await revokeLifetimeCode(tx, name, { isUnused })
      if (revoked === null) continue
      if (revoked.workspaceId !== null) await writeSubscription(tx, revoked.workspaceId, {})
      const facts = { code: revoked.ending, ...(by === undefined ? {} : { by }) }
      await noteSecurityIn(tx, { event: 'lifetime-revoked', outcome: 'ok', facts })
      return true
    }
    return false
  })
}
