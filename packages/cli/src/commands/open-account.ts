import { Client } from '../server/client.ts'
import { originOf, readKept } from '../server/settings.ts'
import { EXIT, Failure } from '../terminal/exit-codes.ts'
import type { Shell } from '../terminal/shell.ts'

/** A client for the kept key, or for WAYBILL_URL and WAYBILL_KEY. Throws a failure where there is none. */
export async function openAccount(shell: Shell): Promise<Client> {
  const { WAYBILL_KEY: key } = shell.env
  const kept = await readKept(shell.env)
  const url = await knownUrl(shell)
  // A kept key is for the server that it was kept with, and goes to no other.
  const usable = key || (kept?.url === url ? kept?.key : undefined)
  if (url === null || !usable)
    throw new Failure(EXIT.notAllowed, 'unauthenticated', 'You are not signed in. Run: waybill login')
  return new Client({ url, key: usable, signal: shell.stopped })
}

/** The server that commands talk to; null where none is known. */
export async function knownUrl(shell: Shell): Promise<string | null> {
  if (shell.env.WAYBILL_URL) return originOf(shell.env.WAYBILL_URL)
  return (await readKept(shell.env))?.url ?? null
}
