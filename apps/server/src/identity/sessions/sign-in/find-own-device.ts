import type { Context } from '../../../context.ts'
import type { Account } from '../../accounts/index.ts'
import { isJustProven } from '../../mailed-codes/index.ts'
import { isFamiliarDevice } from '../session-store.ts'

/** The calling browser, where it was signed in to the account before, or has just proven its address; else null. */
export async function findOwnDevice(
  { db }: Pick<Context, 'db'>,
  deviceId: string | null,
  { id, email }: Partial<Pick<Account, 'id' | 'email'>>,
): Promise<{ ownDevice: string | null; isFamiliar: boolean }> {
  const isFamiliar = await isFamiliarDevice(db, id ?? '', deviceId)
  const isOwn = isFamiliar || (await isJustProven(db, deviceId, email ?? ''))
  return { ownDevice: isOwn ? deviceId : null, isFamiliar: isOwn }
}
