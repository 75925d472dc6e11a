import { type Kysely, sql } from 'kysely'
import type { Database } from '../database/schema.ts'
import { currentTrace } from '../trace.ts'
import type { TaskName, TaskPayloads } from './catalogue.ts'

export interface JobOptions {
  /** Allows one job at a time under this key; adding again replaces a job that has not begun. */
  key?: string
  /** The earliest start, by the database's clock, which the worker uses too. */
  delaySeconds?: number
  /** The earliest start as an instant; takes precedence over `delaySeconds`. */
  runAt?: Date
  /** Adding again keeps the time of a job that has not begun, so that it is not postponed for ever. */
  keepsTime?: boolean
  maxAttempts?: number
  /**
   * The flags that limit its share of the lane's places, as `kind:value`; values are hashes where they would identify
   * somebody.
   */
  flags?: readonly string[]
  /** A smaller number runs first among the due jobs, -32768 to 32767; default 0. */
  priority?: number
}

/**
 * Adds a background job inside the caller's transaction: it runs after commit, or never. The payload as it is stored has
 * the trace of the call that the job follows from, as `_trace`; its task does not see that.
 */
export async function addJob<Name extends TaskName>(
  db: Kysely<Database>,
  name: Name,
  payload: TaskPayloads[Name],
  options: JobOptions = {},
): Promise<void> {
  const trace = currentTrace()
  const traced = trace === null ? payload : { ...payload, _trace: trace }
  await sql`select graphile_worker.add_job(
    ${name}::text,
    ${JSON.stringify(traced)}::json,
    run_at => coalesce(${options.runAt ?? null}::timestamptz,
      now() + make_interval(secs => ${options.delaySeconds ?? 0}::double precision)),
    max_attempts => ${options.maxAttempts ?? 25}::int,
    job_key => ${options.key ?? null}::text,
    job_key_mode => ${options.keepsTime ? 'preserve_run_at' : 'replace'}::text,
    flags => ${options.flags ? [...options.flags] : null}::text[],
    priority => ${options.priority ?? 0}::int
  )`.execute(db)
}
