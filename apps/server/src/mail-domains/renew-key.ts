import type { Context } from '../context.ts'
import { insertKey, listKeys } from './mail-key-store.ts'
import { makeKey } from './make-key.ts'

/**
 * Makes the next key where the one that signs is old. It goes under the other selector, whose record the customer has
 * set from the start, so nobody there has anything to do; it signs as soon as DNS shows it.
 */
export async function renewKey({ db, masterKey }: Pick<Context, 'db' | 'masterKey'>, domainId: string): Promise<void> {
  const keys = await listKeys(db, domainId)
  const active = keys.find(({ state }) => state === 'active')
  if (active === undefined || !active.isOld || keys.some(({ state }) => state === 'next')) return
  const slot = active.slot === 1 ? 2 : 1
  await insertKey(db, domainId, slot, 'next', await makeKey(masterKey, domainId, slot))
}
