import { sql } from 'kysely'
import type { Context } from '../context.ts'

const CHECK_TIMEOUT_MS = 2_000

interface Check {
  ok: boolean
  milliseconds: number
}

/** Asks what the server cannot work without: its database and its store; mail is shown but does not fail it. */
export async function readHealth(ctx: Context, version: string) {
  const [database, store, mail] = await Promise.all([
    timed(ctx, () => sql`select 1`.execute(ctx.db)),
    timed(ctx, () => ctx.stores.current.freeBytes()),
    timed(ctx, () => ctx.mailTransport.verify()),
  ])
  const status: 'ok' | 'failing' = database.ok && store.ok ? 'ok' : 'failing'
  return { status, version, checks: { database, store, mail } }
}

async function timed(ctx: Pick<Context, 'clock'>, ask: () => Promise<unknown>): Promise<Check> {
  const start = ctx.clock.nowMs()
  const timeout = Promise.withResolvers<never>()
  const timer = setTimeout(() => timeout.reject(new Error('no answer')), CHECK_TIMEOUT_MS)
  const ok = await Promise.race([ask(), timeout.promise]).then(
    () => true,
    () => false,
  )
  clearTimeout(timer)
  return { ok, milliseconds: ctx.clock.nowMs() - start }
}
