/** A database with rows from a bench, and the owner's access to it. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type EmbeddedServer, startEmbedded } from '../../apps/server/src/platform/database/embedded/embedded.ts'
import type { Waybill } from '../servers.ts'
import { OWNER } from './dashboard-rows.ts'

const log = { info: () => {}, warn: console.warn, error: console.error }

export async function startDatabase(
  options?: Parameters<typeof startEmbedded>[2],
): Promise<EmbeddedServer & AsyncDisposable> {
  const dir = await mkdtemp(join(tmpdir(), 'waybill-bench-'))
  const database = await startEmbedded(join(dir, 'pg'), log, options)
  return {
    ...database,
    async [Symbol.asyncDispose]() {
      await database.stop()
      await rm(dir, { recursive: true, force: true })
    },
  }
}

export function urlOf({ connection }: EmbeddedServer): string {
  const url = new URL(`postgres:///${connection.database}`)
  for (const key of ['host', 'port', 'user', 'password'] as const) url.searchParams.set(key, String(connection[key]))
  return url.href
}

/** The owner's access token. */
export async function logIn({ origin }: Waybill): Promise<string> {
  const answer = await fetch(new URL('/combinedAuth', origin), {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin, 'x-forwarded-for': '203.0.113.9' },
    body: JSON.stringify({ email: OWNER.email, password: OWNER.password }),
  })
  if (!answer.ok) throw new Error(`The owner could not log in: ${answer.status} ${await answer.text()}`)
  return ((await answer.json()) as { accessToken: string }).accessToken
}
