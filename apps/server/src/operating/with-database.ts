import { userInfo } from 'node:os'
import type { Context } from '../context.ts'
import { systemClock } from '../platform/clock.ts'
import { type Config, readConfig } from '../platform/config/config.ts'
import { readEnv } from '../platform/config/env.ts'
import { openDatabase } from '../platform/database/open.ts'
import { makeLog } from '../platform/log.ts'
import { openSecurityLog } from '../platform/security-log/security-log.ts'
import { noteSecurity, onBehalfOf } from '../platform/security-log/security-scope.ts'

export type OpenedDatabase = Pick<Context, 'config' | 'db' | 'log' | 'connection'>

/**
 * Opens the database of the settings beside a running server, or alone, for as long as `work` takes. `changes` names a
 * command that changes something: its system account is recorded, whatever the outcome. `isDone` says whether it did
 * something.
 */
export async function withDatabase<Result>(
  work: (ctx: OpenedDatabase) => Promise<Result>,
  changes: { command: string; isDone(result: Result): boolean } | null = null,
): Promise<Result> {
  const config: Config = readConfig(readEnv())
  const log = makeLog(config.logLevel === 'silent' ? 'silent' : 'warn')
  const { db, connection, close } = await openDatabase(config, log, { whenInUse: 'join' })
  // A server logs the lines: the command's output is for the person who ran it.
  const security = openSecurityLog({ db, log, clock: systemClock }, { tells: false })
  const run = async () => {
    const note = (outcome: 'ok' | 'failed') => {
      if (changes === null) return
      noteSecurity({ event: 'command', outcome, facts: { command: changes.command, by: systemName() } })
    }
    try {
      const result = await work({ config, db, log, connection })
      note(changes?.isDone(result) ? 'ok' : 'failed')
      return result
    } catch (error) {
      note('failed')
      throw error
    }
  }
  try {
    return await onBehalfOf({ log: security, who: {}, route: '' }, run)
  } finally {
    await security.close()
    await close()
  }
}

/** The system may know an account only by its number. */
export function systemName(): string {
  try {
    return userInfo().username
  } catch {
    return `${process.getuid?.() ?? 'unknown'}`
  }
}
