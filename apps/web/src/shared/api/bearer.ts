import { Problem } from '@waybill/contract/core/problems'

/**
 * The access token each call shows. It lives in this tab's memory and nowhere else. Who gets a new one is decided by
 * accounts/session.ts, which calls through the same client: hence this file between the two.
 */
let token: string | null = null
let coming: Promise<unknown> | null = null
let renew: () => Promise<unknown> = async () => undefined

export function setBearer(next: string | null): void {
  token = next
}

/** Calls that begin while a token is on its way wait for it. */
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

/** How a token that is over is replaced. */
export function onBearerOver(how: () => Promise<unknown>): void {
  renew = how
}

/**
 * The token of whoever is signed in, once it is known; null for nobody. What was begun as an account is never made as
 * nobody: throws Problem 'signed-out' where the session turned out to be over in between.
 */
export async function currentBearer(): Promise<string | null> {
  const wasHeld = token !== null
  if (coming) await coming
  if (wasHeld && token === null) throw new Problem('signed-out')
  return token
}

/** A newer token than the one that was refused; null where there is none to be had. */
export async function newerBearer(refused: string): Promise<string | null> {
  if (token === refused) await renew()
  return token === refused ? null : token
}
