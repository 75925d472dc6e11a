import { Problem } from '@waybill/contract/core/problems'

/**
 * The access token for calls. It exists in this tab's memory only. accounts/session.ts decides who gets a new one, and
 * calls through the same client: hence this file between the two.
 */
let token: string | null = null
let coming: Promise<unknown> | null = null
let renew: () => Promise<unknown> = async () => undefined

export function setBearer(next: string | null): void {
  token = next
}

/** Calls that begin while a token loads wait for it. */
export function awaitBearer(arrival: Promise<unknown>): void {
  const settled = arrival.then(
    () => undefined,
    () => undefined,
  )
  coming = settled
  void settled.then(() => {
    if (coming === settled) coming = null
  })
}

/** How an expired token is replaced. */
export function onBearerOver(how: () => Promise<unknown>): void {
  renew = how
}

/**
 * The signed-in account's token, once it is known; null for nobody. A call begun as an account is never made as nobody:
 * throws Problem 'signed-out' where the session ended in between.
 */
export async function currentBearer(): Promise<string | null> {
  const wasHeld = token !== null
  if (coming) await coming
  if (wasHeld && token === null) throw new Problem('signed-out')
  return token
}

/** A newer token than the refused one; null where there is none. */
export async function newerBearer(refused: string): Promise<string | null> {
  if (token === refused) await renew()
  return token === refused ? null : token
}
