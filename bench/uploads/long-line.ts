import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { judge, note, row, title } from '../report.ts'
import { ROOT, startProcess, startWaybill, type Waybill } from '../servers.ts'
import type { LineResult, LineTask, SentPart } from './line-browser.ts'

const LINES = [
  { rttMs: 200, lossPercent: 0.5 },
  { rttMs: 50, lossPercent: 2 },
]
const RATE_MBIT = 100
const FAR = '10.99.0.1'
const FILE_BYTES = 1.5e9
const FIXED = [
  { name: 'one stream, 1 × 5 MiB', client: { parallel: 1, partBytes: 5 * 2 ** 20 } },
  { name: 'fixed table, 4 × 2 MiB', client: { parallel: 4, partBytes: 2 * 2 ** 20 } },
]
/** Seconds before the measurement, while a client finds its speed, and seconds of the measurement. */
const FIXED_RAMP = 5
const OUR_RAMP = 30
const MEASURED = 30

/**
 * Upload from a real Chromium over a long lossy connection: the page's own engine beside fixed clients, on the same
 * server.
 */
export async function longLine(): Promise<void> {
  title(`Upload over a long lossy line, ${RATE_MBIT} Mbit/s, Chromium, CUBIC`)
  if (process.platform !== 'linux' || process.getuid?.() !== 0) {
    throw new Error('The long line needs Linux, root and /dev/net/tun: run the bench as root.')
  }
  const dir = await mkdtemp(join(tmpdir(), 'waybill-bench-'))
  try {
    const file = join(dir, 'film.mov')
    const handle = await open(file, 'w')
    await handle.truncate(FILE_BYTES)
    await handle.close()
    for (const line of LINES) await compareOn(line, file)
  } finally {
    await rm(dir, { recursive: true })
  }
}

async function compareOn({ rttMs, lossPercent }: (typeof LINES)[number], file: string): Promise<void> {
  const options = ['--rtt', String(rttMs), '--loss', String(lossPercent), '--rate', String(RATE_MBIT)]
  const dir = await mkdtemp(join(tmpdir(), 'waybill-bench-'))
  await using _line = await startProcess({
    command: ['python3', 'scripts/slow-link', ...options, 'up'],
    readyText: 'up:',
    port: 0,
    dir,
  })
  note(`${rttMs} ms, ${lossPercent} % loss each way; Mbit/s once the speed is found, and over the whole time`)
  const figures: number[] = []
  {
    await using server = await startFar('none')
    for (const { name, client } of FIXED) figures.push(await measure(name, server, { client, file }))
    figures.push(await measure('Waybill, 1 upload origin', server, { client: 'page', file }))
  }
  await using server = await startFar('3001,3002,3003')
  figures.push(await measure('Waybill, 4 upload origins', server, { client: 'page', file }))
  const [stream = Number.NaN, table = Number.NaN, one = Number.NaN, four = Number.NaN] = figures
  judge('4 origins against the fixed table', four / table, 'at least', 6)
  judge('4 origins against one stream', four / stream, 'at least', 15)
  note(`1 origin: ${(one / table).toFixed(1)} × the fixed table, ${(one / stream).toFixed(1)} × one stream`)
}

function startFar(uploadPorts: string): Promise<Waybill> {
  const env = { HOST: FAR, PORT: '3000', PUBLIC_URL: `http://${FAR}:3000`, UPLOAD_PORTS: uploadPorts }
  return startWaybill({ env, through: ['ip', 'netns', 'exec', 'wb-far'] })
}

async function measure(name: string, server: Waybill, how: Pick<LineTask, 'client' | 'file'>): Promise<number> {
  const ramp = how.client === 'page' ? OUR_RAMP : FIXED_RAMP
  const seconds = ramp + MEASURED
  const sender = `sender-${randomBytes(4).toString('hex')}@example.com`
  const { parts } = await browse({ ...how, ...server, sender, fileBytes: FILE_BYTES, seconds })
  const steady = mbitsBetween(parts, ramp, seconds)
  row(name, { 'Mbit/s': steady, 'whole Mbit/s': mbitsBetween(parts, 0, seconds), parts: parts.length })
  return steady
}

/** Goodput of acknowledged parts, with the bytes of each part spread evenly over its time. */
function mbitsBetween(parts: SentPart[], fromSeconds: number, toSeconds: number): number {
  const bits = parts.map(({ sentAt, acknowledgedAt, bytes }) => {
    const inside = Math.min(acknowledgedAt, toSeconds * 1_000) - Math.max(sentAt, fromSeconds * 1_000)
    return inside <= 0 ? 0 : (8 * bytes * inside) / (acknowledgedAt - sentAt)
  })
  return bits.reduce((sum, one) => sum + one, 0) / 1e6 / (toSeconds - fromSeconds)
}

async function browse({ origin, outbox, sender, file, fileBytes, client, seconds }: LineTask): Promise<LineResult> {
  const task: LineTask = { origin, outbox, sender, file, fileBytes, client, seconds }
  const words = ['netns', 'exec', 'wb-near', 'node', 'bench/uploads/line-browser.ts', JSON.stringify(task)]
  const child = spawn('ip', words, { cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'] })
  let text = ''
  for await (const piece of child.stdout.setEncoding('utf8')) text += piece
  if (text === '') throw new Error('The browser told nothing')
  return JSON.parse(text)
}
