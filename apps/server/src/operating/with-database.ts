import { type Config, readConfig } from '../config/config.ts'
import { readEnv } from '../config/env.ts'
import type { Context } from '../context.ts'
import { openDatabase } from '../database/open.ts'
import { makeLog } from '../log.ts'

export type Opened = Pick<Context, 'config' | 'db' | 'log'>

/** Opens the settings' database beside a running server, or alone, for as long as `work` takes. */
export async function withDatabase<Result>(work: (ctx: Opened) => Promise<Result>): Promise<Result> {
  const config: Config = readConfig(readEnv())
  const log = makeLog(config.logLevel === 'silent' ? 'silent' : 'warn')
  const { db, close } = await openDatabase(config, log, { whenInUse: 'join' })
  try {
    return await work({ config, db, log })
  } finally {
    await close()
  }
}
