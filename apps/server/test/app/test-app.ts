/**
 * A whole Waybill for a test: the real app on a free loopback port, with its own database and folder, real jobs, and
 * the folder outbox (or a real SMTP server) for mail. Nothing is mocked.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RouteName } from '@waybill/contract/core/routes'
import { sql } from 'kysely'
import type { Context } from '../../src/context.ts'
import { type Config, readConfig } from '../../src/platform/config/config.ts'
import { makeLog } from '../../src/platform/log.ts'
import { type RunningServer, startServer } from '../../src/start-server.ts'
import { cloneDatabase } from '../database/test-database.ts'
import { OutboxFolder, type OutboxMail } from '../mail/outbox-folder.ts'
import { countAgain, rechain } from '../transfers/ledgers.ts'
import { freePort } from './free-port.ts'
import { OPERATOR_TOKEN } from './operator-token.ts'
import { type Answer, type CallOptions, callOver } from './site-call.ts'

export interface TestAppOptions {
  /** Environment variables in addition to those of a test app. */
  env?: Record<string, string>
  /** Writes the log to `test.log` in the data folder, line by line as it happens. */
  logsToFile?: boolean
}

export type { Answer, CallOptions, OutboxMail }

const SMALL_BYTES = 2_000_000

/**
 * A download ends its connection, and Node's `fetch` fails where that happens while nobody reads: this reads a small
 * one.
 */
async function readSmall(answer: Response): Promise<Response> {
  const bytes = Number(answer.headers.get('content-length'))
  const isDownload = answer.headers.get('content-disposition')?.startsWith('attachment')
  if (!isDownload || answer.body === null || bytes > SMALL_BYTES) return answer
  const { status, statusText, headers } = answer
  return new Response(await answer.arrayBuffer(), { status, statusText, headers })
}

export class TestApp {
  readonly dataDir: string
  readonly config: Config
  readonly env: Record<string, string>
  private readonly dropDatabase: () => Promise<void>
  private readonly outbox: OutboxFolder
  /** Null once closed: tests keep their apps longer than they use them, and a whole app is large. */
  private server: RunningServer | null

  private constructor(dataDir: string, env: Record<string, string>, server: RunningServer, drop: () => Promise<void>) {
    this.dataDir = dataDir
    this.env = env
    this.server = server
    this.config = server.ctx.config
    this.dropDatabase = drop
    this.outbox = new OutboxFolder(dataDir)
  }

  static async make(options: TestAppOptions = {}): Promise<TestApp> {
    const given = options.env?.DATABASE_URL
    const database = given === undefined ? await cloneDatabase() : { url: given, drop: async () => {} }
    const dataDir = await mkdtemp(join(tmpdir(), 'waybill-test-app-'))
    const env = {
      PORT: String(await freePort()),
      DATA_DIR: dataDir,
      DATABASE_URL: database.url,
      TRUSTED_PROXIES: '127.0.0.0/8,::1/128',
      UPLOAD_PORTS: 'none',
      LOG_LEVEL: 'silent',
      // Races make fifty concurrent calls from one address; other tests cover the limits of a crowd.
      CALLS_AT_ONCE: '64',
      OPERATOR_TOKEN,
      ...options.env,
    }
    const config = readConfig(env)
    const log = options.logsToFile ? makeLog(config.logLevel, join(dataDir, 'test.log')) : makeLog(config.logLevel)
    const server = await startServer(config, log)
    return new TestApp(dataDir, env, server, database.drop)
  }

  private get running(): RunningServer {
    if (!this.server) throw new Error('This test app is closed')
    return this.server
  }

  get ctx(): Context {
    return this.running.ctx
  }

  get origin(): string {
    const { tls, publicUrl, port } = this.config
    return tls ? publicUrl.origin : `http://localhost:${port}`
  }

  /** A request like one from our own pages: with Origin, and without following redirects. */
  async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers)
    if (!headers.has('origin') && !headers.has('x-no-origin')) headers.set('origin', this.origin)
    headers.delete('x-no-origin')
    return readSmall(await fetch(new URL(path, this.origin), { redirect: 'manual', ...init, headers }))
  }

  /** One call of the contract, by name. */
  call(name: RouteName, options: CallOptions = {}): Promise<Answer> {
    return callOver((path, init) => this.fetch(path, init), name, options)
  }

  /** Waits until no job is due. */
  async runJobs(): Promise<void> {
    if (!(await this.jobsRest(600))) throw new Error('Jobs did not come to rest')
  }

  private async jobsRest(tries: number): Promise<boolean> {
    for (let left = tries; left > 0; left -= 1) {
      const { rows } = await sql<{ open: number }>`
        select count(*)::int as open from graphile_worker._private_jobs
        where run_at <= now() and attempts < max_attempts and (attempts = 0 or locked_at is not null)`.execute(
        this.ctx.db,
      )
      if (rows[0]?.open === 0) return true
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    return false
  }

  /** Mails in the folder outbox, newest first, once no job is running; only those to `address` where given. */
  async mails(address?: string): Promise<OutboxMail[]> {
    await this.runJobs()
    if (this.config.mail.transport.kind !== 'outbox') throw new Error('This test app sends its mails')
    const mails = await this.outbox.mails()
    return address === undefined ? mails : mails.filter((mail) => mail.to === address)
  }

  /**
   * Lets time pass: everything in the database moves `milliseconds` into the past. Due jobs run before that: a job that
   * ran meanwhile would see some tables in the past and others not, and wait for this function's locks.
   */
  async passTime(milliseconds: number): Promise<void> {
    await this.jobsRest(100)
    const earlier = `make_interval(secs => ${milliseconds / 1_000})`
    // One table at a time, because concurrent jobs lock in other orders. The job runner's tables come last.
    await sql
      .raw(`do $$ declare change text; begin
        for change in
          select format('update %I.%I set ', c.table_schema, c.table_name)
            || string_agg(format('%1$I = %1$I - ${earlier}', c.column_name), ', ')
          from information_schema.columns c
          join information_schema.tables t using (table_schema, table_name)
          where t.table_type = 'BASE TABLE' and c.data_type = 'timestamp with time zone'
            and (c.table_schema = 'public' or (c.table_schema = 'graphile_worker' and c.table_name = '_private_jobs'))
            and c.table_name <> 'migrations'
            and not (select relispartition from pg_class where oid = format('%I.%I', c.table_schema, c.table_name)::regclass)
          group by c.table_schema, c.table_name
          order by c.table_schema = 'graphile_worker', c.table_name
        loop
          execute change;
          commit;
        end loop;
      end $$`)
      .execute(this.ctx.db)
    await sql`update mail_paces set times = array(
      select t - make_interval(secs => ${milliseconds / 1_000}) from unnest(times) t order by t)`.execute(this.ctx.db)
    await rechain(this.ctx.db, { signer: this.ctx.signer })
    await countAgain(this.ctx.db)
    await sql`select pg_notify('jobs:insert', '{"count":1}')`.execute(this.ctx.db)
  }

  /** Stops the server gracefully and starts it again over the same database and folder. */
  async restart(): Promise<void> {
    await this.running.stop()
    this.server = await startServer(this.config, makeLog(this.config.logLevel))
  }

  async close(): Promise<void> {
    await this.running.stop()
    this.server = null
    await this.dropDatabase()
    await rm(this.dataDir, { recursive: true, force: true, maxRetries: 5 })
  }
}

export const makeTestApp = (options?: TestAppOptions): Promise<TestApp> => TestApp.make(options)

/** Another process of one server: with its own port, over the database and the folder of `app`. Close it first. */
export function makeTwin(app: TestApp, { env, ...options }: TestAppOptions = {}): Promise<TestApp> {
  const { DATABASE_URL = '', DATA_DIR = '' } = app.env
  return makeTestApp({ ...options, env: { DATABASE_URL, DATA_DIR, ...env } })
}
