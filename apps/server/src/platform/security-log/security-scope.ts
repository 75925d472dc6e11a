import { AsyncLocalStorage } from 'node:async_hooks'
import type { ProblemCode } from '@waybill/contract/core/problems'
import type { Kysely } from 'kysely'
import type { Database } from '../database/schema.ts'
import { eventOfRefusal, type SecurityEvent, type Who } from './security-events.ts'
import type { SecurityLog } from './security-log.ts'
import { rowOf } from './security-row.ts'
import { keepSecurityRows } from './security-store.ts'

/**
 * The caller of the current call or command, so that any function can note an event in one line, without parameters for
 * the network and the request's id.
 */
interface Scope {
  log: SecurityLog
  who: Who
  /** The pattern of the call's path. */
  route: string
}

const scopes = new AsyncLocalStorage<Scope>()

/** Runs `work`, and everything it starts, on behalf of `who`. */
export const onBehalfOf = <Result>({ log, who, route }: Scope, work: () => Result): Result =>
  scopes.run({ log, who: { ...who }, route }, work)

/** Sets whom the current call concerns, once known: a login's account, a link's owner. */
export function isAbout(who: Who): void {
  const scope = scopes.getStore()
  if (scope !== undefined) Object.assign(scope.who, who)
}

/** Whom the current call concerns. */
export const knownWho = (): Who => scopes.getStore()?.who ?? {}

/** Notes an event beside the caller's own work: it costs the caller nothing, and never fails. */
export function noteSecurity(event: SecurityEvent): void {
  const scope = scopes.getStore()
  scope?.log.note({ ...scope.who, ...event })
}

/** Notes a refusal that becomes a page or a redirect instead of an answer. Most do not concern security. */
export function noteRefused(code: ProblemCode): void {
  const event = eventOfRefusal(code, scopes.getStore()?.route ?? '')
  if (event !== null) noteSecurity(event)
}

/** Notes an event of the caller's transaction: it is recorded exactly when that commits. */
export async function noteSecurityIn(tx: Kysely<Database>, event: SecurityEvent): Promise<void> {
  const scope = scopes.getStore()
  await keepSecurityRows(tx, [rowOf({ ...scope?.who, ...event })])
  scope?.log.tellSoon()
}
