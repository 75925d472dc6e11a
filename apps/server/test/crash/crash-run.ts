/**
 * Kills the server at random moments of upload, save and mail, and checks its guarantees: no acknowledged byte lost,
 * nothing half visible, no mail lost, none twice but under the same Message-ID, `fsck` clean.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../app/free-port.ts'
import { type CrashBrowser, sha256 } from './crash-browser.ts'
import { CrashSender } from './crash-sender.ts'
import { KillableServer } from './killable-server.ts'
import { MailSink } from './mail-sink.ts'

export interface CrashReport {
  kills: number
  killsWithDatabase: number
  acknowledgedParts: number
  /** Saved transfers, or completed submissions. */
  transfers: number
  mails: number
  mailsTwice: number
  slowestStartMs: number
  /** Every violated guarantee, as a sentence. Must be empty. */
  broken: string[]
}

export interface CrashOptions {
  rounds: number
  /** S3_* settings; none for the disk store. */
  env?: Record<string, string>
  /** What to kill: one server with its own database by default. */
  open?(folder: string, env: Record<string, string>): Promise<CrashedServer>
  say(line: string): void
}

/** What a run starts, kills and calls. */
export type CrashedServer = Pick<KillableServer, 'origin' | 'kill' | 'start' | 'fsck' | 'ownsDatabase'> & {
  stop(): Promise<unknown>
}

export const emptyReport = (): CrashReport => ({
  kills: 0,
  killsWithDatabase: 0,
  acknowledgedParts: 0,
  transfers: 0,
  mails: 0,
  mailsTwice: 0,
  slowestStartMs: 0,
  broken: [],
})

const openOne = async (folder: string, env: Record<string, string>): Promise<CrashedServer> =>
  new KillableServer(folder, await freePort(), env)

export async function runCrashes({ rounds, env = {}, open = openOne, say }: CrashOptions): Promise<CrashReport> {
  const folder = mkdtempSync(join(tmpdir(), 'waybill-crash-'))
  const sink = await MailSink.open()
  const server = await open(folder, {
    SMTP_URL: `smtp://127.0.0.1:${sink.port}`,
    TRUSTED_PROXIES: '127.0.0.0/8,::1/128',
    ...env,
  })
  const report = emptyReport()
  try {
    await server.start()
    for (let round = 0; round < rounds; round += 1) {
      await crashOnce(server, sink, round, report)
      say(
        `round ${round + 1} of ${rounds}: ${report.kills} kills, ${report.acknowledgedParts} parts acknowledged, ${report.broken.length} promises broken`,
      )
    }
    await settleMails(sink, report)
    await server.stop()
    for (const finding of server.fsck()) report.broken.push(`fsck: ${JSON.stringify(finding)}`)
  } finally {
    await server.stop()
    await sink.close()
    rmSync(folder, { recursive: true, force: true })
  }
  return report
}

async function crashOnce(server: CrashedServer, sink: MailSink, round: number, report: CrashReport): Promise<void> {
  const { origin } = server
  const sender = new CrashSender({
    origin,
    sink,
    name: `round-${round}`,
    network: `198.${18 + (round >> 7)}.${round & 127}.9`,
  })
  await sender.prove()
  const sending = sender.send()
  sending.catch(() => undefined)
  await killAtRandom(server, round, report, async (kill) => {
    const acknowledged = [...sender.journal]
    await kill()
    await checkHeld(sender, acknowledged, report)
  })
  const slug = await sending
  report.transfers += 1
  report.acknowledgedParts += sender.journal.length
  for (const recipient of sender.recipients) await checkDelivery({ origin, sink, sender, recipient, slug }, report)
}

/**
 * Kills and restarts the server at moments spread over the upload, its end and the mails that follow; some rounds are
 * hit twice. `around` checks before and after.
 */
export async function killAtRandom(
  server: CrashedServer,
  round: number,
  report: CrashReport,
  around: (kill: () => Promise<void>) => Promise<void>,
): Promise<void> {
  for (let hits = round % 4 === 0 ? 2 : 1; hits > 0; hits -= 1) {
    await pause(Math.random() * (round % 3 === 0 ? 2_000 : 900))
    const withDatabase = server.ownsDatabase && round % 3 === 1
    await around(async () => {
      await server.kill(withDatabase)
      report.kills += 1
      report.killsWithDatabase += Number(withDatabase)
      report.slowestStartMs = Math.max(report.slowestStartMs, await server.start())
    })
  }
}

/** Everything acknowledged before the kill is still there, unless the upload is finished and its parts are merged. */
export async function checkHeld(
  sender: CrashBrowser & { address: string },
  acknowledged: CrashBrowser['journal'],
  report: CrashReport,
): Promise<void> {
  if (!sender.upload) return
  const plan = await sender.held().catch((error: Error) => {
    if (/upload-closed/.test(error.message)) return null
    throw error
  })
  if (!plan) return
  for (const part of acknowledged) {
    const have = plan.blobs.find(({ id }) => id === part.blob)?.have ?? []
    const isHeld = have.some(([offset, bytes]) => offset <= part.offset && part.offset + part.bytes <= offset + bytes)
    if (!isHeld)
      report.broken.push(
        `${sender.address}: part ${part.blob}@${part.offset}+${part.bytes} was acknowledged and is lost`,
      )
  }
}

interface Delivery {
  origin: string
  sink: MailSink
  sender: CrashSender
  recipient: string
  slug: string
}

/** The mail arrives, its link opens, and every file equals what was sent. */
export async function checkDelivery(
  { origin, sink, sender, recipient, slug }: Delivery,
  report: Pick<CrashReport, 'broken'>,
): Promise<void> {
  const mail = await sink.waitFor(recipient)
  const user = new RegExp(`/d/${slug}/([\\w-]{22})`).exec(mail.text)?.[1]
  if (!user) {
    report.broken.push(`${recipient}: the mail holds no link to ${slug}`)
    return
  }
  const { grant } = await sender.call('grantDownload', { slug, user })
  const { links, transfer } = await sender.call('describeDownload', { grant })
  if (links.length !== sender.files.length)
    report.broken.push(`${recipient}: ${links.length} of ${sender.files.length} files`)
  for (const { file, url } of links as Array<{ file: string; url: string }>) {
    const path = (transfer.files as Array<{ id: string; path: string }>).find(({ id }) => id === file)?.path
    const expected = sender.files.find((made) => made.path === path)
    const bytes = new Uint8Array(await (await fetch(new URL(url, origin))).arrayBuffer())
    if (!expected || sha256(bytes) !== sha256(expected.content))
      report.broken.push(`${recipient}: ${path} arrived altered`)
  }
}

/** Waits for late repetitions, then counts them: a repetition is only allowed under the same Message-ID. */
async function settleMails(sink: MailSink, report: CrashReport): Promise<void> {
  await pause(5_000)
  report.mails = sink.accepted.length
  const toRecipients = sink.accepted.filter(({ to }) => to.endsWith('@recipient.example'))
  for (const address of new Set(toRecipients.map(({ to }) => to))) {
    const mails = sink.to(address)
    report.mailsTwice += mails.length - 1
    if (new Set(mails.map(({ messageId }) => messageId)).size > 1)
      report.broken.push(`${address}: two mails under two Message-IDs`)
  }
  if (report.mailsTwice > report.kills)
    report.broken.push(`${report.mailsTwice} mails came twice in ${report.kills} kills`)
}

export const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
