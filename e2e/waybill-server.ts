/** A Waybill as a person starts it: its own process, folder, embedded database and mailbox. */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '../apps/server/test/free-port.ts'
import { givenDatabase } from '../apps/server/test/given-server.ts'
import { MAILBOX_JSON, OPERATOR_TOKEN } from '../apps/server/test/operator-token.ts'
import { queryAt, queryBeside } from '../apps/server/test/query-beside.ts'
import { openSmtpInbox, type SmtpInbox } from '../apps/server/test/smtp-inbox.ts'
import { bytesOf } from './parts-sent.ts'

const ROOT = join(import.meta.dirname, '..')

export interface Mail {
  to: string
  from: string
  subject: string
  text: string
  html: string
  date: string
}

/** A range of stored bytes: `from` to before `to`. */
export interface Part {
  blob: string
  from: number
  to: number
}

export class WaybillServer {
  readonly dataDir: string
  readonly port: number
  private readonly env: Record<string, string>
  private readonly inbox: SmtpInbox | null
  private child: ChildProcess | null = null

  private constructor(dataDir: string, port: number, env: Record<string, string>, inbox: SmtpInbox | null) {
    this.dataDir = dataDir
    this.port = port
    this.env = env
    this.inbox = inbox
  }

  /** `WAYBILL_E2E_SMTP`: mails go to a real SMTP server of the test's. `WAYBILL_TEST_DATABASE`: a database there. */
  static async start(env: Record<string, string> = {}): Promise<WaybillServer> {
    const dataDir = await mkdtemp(join(tmpdir(), 'waybill-e2e-'))
    const inbox = process.env.WAYBILL_E2E_SMTP ? await openSmtpInbox() : null
    const mail: Record<string, string> = inbox ? { SMTP_URL: inbox.url } : {}
    const given = await givenDatabase()
    const database: Record<string, string> = given === null ? {} : { DATABASE_URL: given }
    const server = new WaybillServer(dataDir, await freePort(), { ...mail, ...database, ...env }, inbox)
    await server.start()
    return server
  }

  get origin(): string {
    return `http://localhost:${this.port}`
  }

  /** Starts the process and waits for the line with the address. */
  async start(): Promise<void> {
    const child = spawn('node', ['apps/server/src/main.ts'], {
      cwd: ROOT,
      env: {
        ...process.env,
        PORT: String(this.port),
        DATA_DIR: this.dataDir,
        OPERATOR_TOKEN,
        LOG_LEVEL: 'warn',
        TRUSTED_PROXIES: '127.0.0.0/8,::1/128',
        ...this.env,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    this.child = child
    await new Promise<void>((resolve, reject) => {
      child.once('exit', (code) => reject(new Error(`The server ended with ${code} before it was ready`)))
      child.stdout?.on('data', (chunk: Buffer) => {
        if (chunk.toString().includes('Waybill is ready')) resolve()
      })
    })
  }

  /** Ctrl-C, and waits until the process is gone. */
  stop(): Promise<void> {
    return this.end('SIGINT')
  }

  /** kill -9: nothing is finished, nothing is closed. */
  kill(): Promise<void> {
    return this.end('SIGKILL')
  }

  private async end(signal: NodeJS.Signals): Promise<void> {
    const { child } = this
    if (!child || child.exitCode !== null) return
    this.child = null
    const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()))
    child.kill(signal)
    await gone
  }

  async close(): Promise<void> {
    await this.stop()
    await this.inbox?.close()
    await rm(this.dataDir, { recursive: true, force: true })
  }

  /** An operator's command beside the running server, in words as they are typed. Answers what it prints; rejects where it fails. */
  async command(...words: string[]): Promise<string> {
    const env = { ...process.env, PORT: String(this.port), DATA_DIR: this.dataDir, ...this.env }
    const run = promisify(execFile)('npm', ['run', '--silent', 'waybill', '--', ...words], { cwd: ROOT, env })
    return (await run).stdout
  }

  /** Everybody's network is as if nobody had asked or sent anything from it today: all browsers here share one. */
  async forgetNetworks(): Promise<void> {
    await this.query(`delete from rate_limits`)
    await this.query(`delete from misses`)
    await this.query(`delete from tallies`)
    await this.query(`delete from code_mails`)
    await this.query(`delete from allowances where key like 'network:%'`)
  }

  /** Lets the transfer behind a recipient's link expire an hour ago. */
  async expire(link: string): Promise<void> {
    await this.query(`update transfers set expires_at = now() - interval '1 hour' where slug = $1`, [slugOf(link)])
  }

  /** Removes the transfer behind a recipient's link. */
  async remove(link: string): Promise<void> {
    await this.query(`update transfers set deleted_at = now() where slug = $1`, [slugOf(link)])
  }

  /** Makes the transfer behind a recipient's link one that opens by its slug alone; answers that link. */
  async makeBare(link: string): Promise<string> {
    const slug = slugOf(link)
    await this.query(`update transfers set send_as = 'link' where slug = $1`, [slug])
    await this.query(
      `update recipients set address = null from transfers where transfers.id = transfer_id and slug = $1`,
      [slug],
    )
    return `/w/${slug}`
  }

  /** Lets the codes mailed to `address` grow too old. */
  async expireCodes(address: string): Promise<void> {
    await this.query(`update sender_codes set expires_at = now() where address = $1`, [address])
  }

  /** Whoever sent from `address` has no free send left. */
  async useUpSends(address: string): Promise<void> {
    await this.query('update allowances set sends = 3 where key = $1', [`address:${address}`])
  }

  /** Which bytes of `address`'s unfinished uploads are kept, as [from, to) of each blob. */
  keptParts(address: string): Promise<Part[]> {
    return this.query<Part>(
      `select blobs.id as blob, starts_at::float8 as "from", (starts_at + parts.bytes)::float8 as "to"
       from parts join blobs on blobs.id = blob_id join uploads on uploads.id = upload_id
       where owner_address = $1 and state = 'open'`,
      [address],
    )
  }

  /** Waits until the server keeps so many bytes of `address`'s unfinished upload. */
  async keeps(address: string, bytes: number): Promise<void> {
    for (let tries = 0; tries < 900; tries += 1) {
      if (bytesOf(await this.keptParts(address)) >= bytes) return
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    throw new Error(`Never kept ${bytes} bytes of ${address}`)
  }

  /** Waits until the parts of closed pages have ended too. */
  async hasNoPartUnderWay(): Promise<void> {
    for (let tries = 0; tries < 300; tries += 1) {
      if ((await this.query('select 1 from part_leases limit 1')).length === 0) return
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    throw new Error('Parts are still in progress')
  }

  /** Waits until no background work is due. */
  async comeToRest(): Promise<void> {
    for (let tries = 0; tries < 900; tries += 1) {
      const due = await this.query(
        `select 1 from graphile_worker._private_jobs where run_at <= now() and attempts < max_attempts limit 1`,
      )
      if (due.length === 0) return
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    throw new Error('Background work did not come to rest')
  }

  query<Row extends object>(sql: string, values: unknown[] = []): Promise<Row[]> {
    const { DATABASE_URL } = this.env
    return DATABASE_URL ? queryAt<Row>(DATABASE_URL, sql, values) : queryBeside<Row>(this.dataDir, sql, values)
  }

  /** Every mail that went out, newest first: from the mailbox page, or from the SMTP server it was handed to. */
  async allMails(): Promise<Mail[]> {
    if (!this.inbox) {
      const response = await fetch(`${this.origin}${MAILBOX_JSON}`)
      return (await response.json()) as Mail[]
    }
    return this.inbox.mails.toReversed().map(({ recipients: [to = ''], parsed }) => ({
      to,
      from: parsed.from?.address ?? '',
      subject: parsed.subject ?? '',
      text: parsed.text ?? '',
      html: parsed.html ?? '',
      date: parsed.date ?? '',
    }))
  }

  /** Mails to `address`, newest first, waited for until there are `count`. */
  async mailsTo(address: string, count = 1): Promise<Mail[]> {
    for (let tries = 0; tries < 300; tries += 1) {
      const mails = (await this.allMails()).filter((mail) => mail.to === address)
      if (mails.length >= count) return mails
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    throw new Error(`No ${count} mails to ${address} came`)
  }
}

const slugOf = (link: string) => link.split('/')[2]
