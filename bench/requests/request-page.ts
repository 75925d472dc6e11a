import { spawn } from 'node:child_process'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { judge, median, note, row, title } from '../report.ts'
import { ROOT, startProcess, startWaybill } from '../servers.ts'
import type { PageLoad, PagesResult, PagesTask } from './request-page-browser.ts'

const RTT_MS = 400
const RATE_MBIT = 0.4
const FAR = '10.99.0.1'
const ROUNDS = 5

/**
 * The supplier's page over the connection of a phone at the edge of a network, in a real Chromium with an empty cache;
 * in turn with it the recipient's page, over the same connection, from the same server.
 */
export async function requestPage(): Promise<void> {
  title(`The supplier's page at ${RATE_MBIT * 1_000} kbit/s and ${RTT_MS} ms, Chromium, nothing kept from before`)
  if (process.platform !== 'linux' || process.getuid?.() !== 0) {
    throw new Error('The slow line needs Linux, root and /dev/net/tun: run the bench as root.')
  }
  const dir = await mkdtemp(join(tmpdir(), 'waybill-bench-'))
  const options = ['--rtt', String(RTT_MS), '--loss', '0', '--rate', String(RATE_MBIT), '--queue', '2000']
  await using _line = await startProcess({
    command: ['python3', 'scripts/slow-link', ...options, 'up'],
    readyText: 'up:',
    port: 0,
    dir,
  })
  const env = { HOST: FAR, PORT: '3000', PUBLIC_URL: `http://${FAR}:3000` }
  await using server = await startWaybill({ env, through: ['ip', 'netns', 'exec', 'wb-far'] })
  const { request, recipient } = await browse({ origin: server.origin, outbox: server.outbox, rounds: ROUNDS })
  tell('the recipient’s page (peer)', recipient)
  tell('the supplier’s page', request)
  const ratio = (pick: (load: PageLoad) => number) => median(request.map(pick)) / median(recipient.map(pick))
  judge(
    'its bytes against the recipient’s',
    ratio(({ bytes }) => bytes),
    'at most',
    1.2,
  )
  judge(
    'its time to usable against the recipient’s',
    ratio(({ usableMs }) => usableMs),
    'at most',
    1.2,
  )
  note('shown: the list is painted, and its plain form works; usable: files are taken one by one')
}

function tell(name: string, loads: readonly PageLoad[]): void {
  const of = (pick: (load: PageLoad) => number) => median(loads.map(pick))
  row(name, {
    kB: of(({ bytes }) => bytes) / 1_000,
    requests: of(({ requests }) => requests),
    'shown s': of(({ shownMs }) => shownMs) / 1_000,
    'usable s': of(({ usableMs }) => usableMs) / 1_000,
  })
}

async function browse(task: PagesTask): Promise<PagesResult> {
  const words = ['netns', 'exec', 'wb-near', 'node', 'bench/requests/request-page-browser.ts', JSON.stringify(task)]
  const child = spawn('ip', words, { cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'] })
  let text = ''
  for await (const piece of child.stdout.setEncoding('utf8')) text += piece
  if (text === '') throw new Error('The browser told nothing')
  return JSON.parse(text)
}
