/**
 * Kills the server at random moments while suppliers answer a request, and checks its guarantees: no acknowledged byte
 * lost, every submission complete exactly once, each notified once, no receipt lost and none twice but under the same
 * Message-ID, `fsck` clean.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../app/free-port.ts'
import { sha256 } from './crash-browser.ts'
import { CrashRequester } from './crash-requester.ts'
import { type CrashOptions, type CrashReport, checkHeld, emptyReport, killAtRandom, pause } from './crash-run.ts'
import { CrashSupplier } from './crash-supplier.ts'
import { KillableServer } from './killable-server.ts'
import { MailSink } from './mail-sink.ts'

const SUPPLIERS = 3
/** An access token lives for a quarter of an hour. */
const ROUNDS_PER_LOGIN = 20
const RECEIPT = /SHA-256/

interface Setup {
  server: KillableServer
  sink: MailSink
  requester: CrashRequester
  report: CrashReport
  suppliers: CrashSupplier[]
}

export async function runAnswerCrashes({ rounds, env = {}, say }: CrashOptions): Promise<CrashReport> {
  const folder = mkdtempSync(join(tmpdir(), 'waybill-crash-'))
  const sink = await MailSink.open()
  const server = new KillableServer(folder, await freePort(), {
    SMTP_URL: `smtp://127.0.0.1:${sink.port}`,
    TRUSTED_PROXIES: '127.0.0.0/8,::1/128',
    ...env,
  })
  const { origin } = server
  const requester = new CrashRequester({ origin, sink, name: 'requester', network: '198.51.100.9' })
  const setup: Setup = { server, sink, requester, report: emptyReport(), suppliers: [] }
  const { report } = setup
  try {
    await server.start()
    await requester.signUp(folder)
    for (let round = 0; round < rounds; round += 1) {
      if (round > 0 && round % ROUNDS_PER_LOGIN === 0) await requester.logIn()
      await answerOnce(setup, round)
      say(
        `round ${round + 1} of ${rounds}: ${report.kills} kills, ${report.acknowledgedParts} parts acknowledged, ${report.broken.length} promises broken`,
      )
    }
    await settleReceipts(setup)
    await checkHeard(setup, rounds)
    await server.stop()
    for (const finding of server.fsck()) report.broken.push(`fsck: ${JSON.stringify(finding)}`)
  } finally {
    await server.stop()
    await sink.close()
    rmSync(folder, { recursive: true, force: true })
  }
  return report
}

async function answerOnce(setup: Setup, round: number): Promise<void> {
  const { server, sink, requester, report } = setup
  const suppliers = Array.from({ length: SUPPLIERS }, (_none, nth) => {
    const network = `198.${18 + (round >> 7)}.${round & 127}.${10 + nth}`
    return new CrashSupplier({ origin: server.origin, sink, name: `round-${round}-${nth}`, network })
  })
  setup.suppliers.push(...suppliers)
  const request = await requester.ask(
    `Round ${round}`,
    suppliers.map(({ address }) => address),
  )
  for (const { address } of suppliers) await sink.waitFor(address)
  const to = { slug: request.slug, item: request.items[0]?._id ?? '' }
  const answers = Promise.all(suppliers.map((supplier) => supplier.answer(to)))
  answers.catch(() => undefined)
  await killAtRandom(server, round, report, async (kill) => {
    const before = suppliers.map((supplier) => ({ supplier, acknowledged: [...supplier.journal] }))
    await kill()
    for (const { supplier, acknowledged } of before) await checkHeld(supplier, acknowledged, report)
  })
  const receipts = await answers
  report.transfers += new Set(receipts.map(({ _id }) => _id)).size
  for (const supplier of suppliers) report.acknowledgedParts += supplier.journal.length
  await checkArrived(setup, request._id, suppliers)
}

/** The table shows that everybody is done, and every file equals its supplier's. */
async function checkArrived(
  { requester, report }: Setup,
  request: string,
  suppliers: readonly CrashSupplier[],
): Promise<void> {
  const { counts } = (await requester.own('readRequest', undefined, { request })).request
  const entries = await requester.fetchAll(request)
  const files = suppliers.flatMap((supplier) => supplier.files.map((file) => ({ ...file, supplier })))
  if (
    counts.submissions !== suppliers.length ||
    counts.complete !== suppliers.length ||
    counts.files !== files.length
  ) {
    report.broken.push(`request ${request}: ${JSON.stringify(counts)}`)
  }
  for (const { path, content, supplier } of files) {
    const name = `${supplier.address.split('@')[0]}/${path}`
    const [entry, ...more] = entries.filter((one) => one.name === name)
    if (!entry || more.length > 0 || sha256(entry.content) !== sha256(content)) {
      report.broken.push(`${name}: ${entry ? 'came altered, or twice' : 'did not come'}`)
    }
  }
}

/** Every supplier has a receipt; a repeated one is the same mail. */
async function settleReceipts({ sink, suppliers, report }: Setup): Promise<void> {
  const until = performance.now() + 120_000
  const receiptsOf = (address: string) => sink.to(address).filter(({ text }) => RECEIPT.test(text))
  while (performance.now() < until && suppliers.some(({ address }) => receiptsOf(address).length === 0)) {
    await pause(250)
  }
  await pause(5_000)
  report.mails = sink.accepted.length
  for (const { address } of suppliers) {
    const receipts = receiptsOf(address)
    if (receipts.length === 0) report.broken.push(`${address}: no receipt came`)
    if (new Set(receipts.map(({ messageId }) => messageId)).size > 1) {
      report.broken.push(`${address}: two receipts under two Message-IDs`)
    }
    report.mailsTwice += Math.max(0, receipts.length - 1)
  }
  if (report.mailsTwice > report.kills) {
    report.broken.push(`${report.mailsTwice} receipts came twice in ${report.kills} kills`)
  }
}

/** The requester's dashboard reports each submission once, and once per request that everything is there. */
async function checkHeard({ requester, report }: Setup, rounds: number): Promise<void> {
  await requester.logIn()
  const heard = await requester.heard()
  if (heard.answered !== rounds * SUPPLIERS || heard.completed !== rounds) {
    report.broken.push(`heard ${JSON.stringify(heard)} of ${rounds} rounds of ${SUPPLIERS} submissions`)
  }
}
