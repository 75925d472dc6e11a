import { type Kysely, sql } from 'kysely'
import type { Database } from '../database/schema.ts'
import type { TaskName, TaskPayloads } from './catalogue.ts'

export interface JobOptions {
  /** One job at a time under this key; adding again replaces it while it has not begun. */
  key?: string
  /** Not before; the database's clock is the worker's. */
  delaySeconds?: number
  /** Adding again leaves a job that has not begun at its time, so that it is not put off for ever. */
  keepsTime?: boolean
  maxAttempts?: number
  /** What it shares its lane's places by, as `kind:value`; values are hashes where they would name somebody. */
  flags?: readonly string[]
  /** Smaller goes first among those that are due, -32768 to 32767; default 0. */
  priority?: number
}

/** Adds a background job inside the caller's transaction: it runs after commit, or never. */
export async function addJob<Name extends TaskName>(
  db: Kysely<Database>,
  name: Name,
  payload: TaskPayloads[Name],
  options: JobOptions = {},
): Promise<void> {
  await sql`select graphile_worker.add_job(
    ${name}::text,
    ${JSON.stringify(payload)}::json,
    run_at => now() + make_interval(secs => ${options.delaySeconds ?? 0}::double precision),
    max_attempts => ${options.maxAttempts ?? 25}::int,
    job_key => ${options.key ?? null}::text,
    job_key_mode => ${options.keepsTime ? 'preserve_run_at' : 'replace'}::text,
    flags => ${options.flags ? [...options.flags] : null}::text[],
    priority => ${options.priority ?? 0}::int
  )`.execute(db)
}
