import type { Kysely } from 'kysely'
import type { Database } from '../../platform/database/schema.ts'
import { holdOfAccount, holdOfLink } from '../in-flight-store.ts'
import { giveUp } from './give-up.ts'

type Tx = Kysely<Database>

/** Ends uploads through one open link; with `isIdle` only those without a byte for ten minutes, or without any. */
export async function endUploadsOfLink(tx: Tx, linkId: string, options: { isIdle: boolean }): Promise<void> {
  const held = await holdOfLink(tx, linkId, options)
  await endUploads(
    tx,
    held.map(({ id }) => id),
  )
}

/** Ends every upload through the open links of an account. @returns how many, and their reserved bytes */
export async function endLinkUploads(tx: Tx, accountId: string): Promise<{ uploads: number; bytes: number }> {
  const held = await holdOfAccount(tx, accountId)
  await endUploads(
    tx,
    held.map(({ id }) => id),
  )
  return { uploads: held.length, bytes: held.reduce((sum, { bytes }) => sum + bytes, 0) }
}

/** Ends open uploads and their reservations. */
export async function endUploads(tx: Tx, ids: readonly string[]): Promise<void> {
  for (const id of ids) await giveUp(tx, id)
}
