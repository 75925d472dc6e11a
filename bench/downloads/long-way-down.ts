import { spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensurePrograms } from '../../scripts/install/ensure-programs.ts'
import { judge, median, note, row, title } from '../report.ts'
import { ROOT, startProcess, startWaybill, type Waybill } from '../servers.ts'
import type { ReadResult, ReadTask } from './line-reader.ts'
import type { SendTask, SentFile } from './line-sender.ts'

const LINES = [
  { rttMs: 200, lossPercent: 2, leastRatio: 15 },
  { rttMs: 200, lossPercent: 0.5, leastRatio: null },
]
const RATE_MBIT = 100
/** Others may run at the same time. */
const LINE = 'down'
const FAR = '10.99.0.1'
const FILE_BYTES = 20_000_000
/** One connection takes minutes, and says the same each time. */
const ROUNDS = { plain: 1, others: 3 }

/** From the click to the file, over a long lossy line: the fast download beside the browser's own and aria2c. */
export async function longWayDown(): Promise<void> {
  title(`Click to file, ${FILE_BYTES / 1e6} MB over a long lossy line, ${RATE_MBIT} Mbit/s, Chromium, CUBIC`)
  if (process.platform !== 'linux' || process.getuid?.() !== 0) {
    throw new Error('The long line needs Linux, root and /dev/net/tun: run the bench as root.')
  }
  ensurePrograms({ aria2c: 'aria2' }, 'The bench of downloads compares with aria2c')
  const dir = await mkdtemp(join(tmpdir(), 'waybill-bench-'))
  try {
    const file = join(dir, 'film.mov')
    const content = randomBytes(FILE_BYTES)
    await writeFile(file, content)
    const sha256 = createHash('sha256').update(content).digest('hex')
    for (const line of LINES) await compareOn(line, { dir, file, sha256 })
  } finally {
    await rm(dir, { recursive: true })
  }
}

interface Wanted {
  dir: string
  file: string
  sha256: string
}

async function compareOn({ rttMs, lossPercent, leastRatio }: (typeof LINES)[number], wanted: Wanted): Promise<void> {
  const options = ['--name', LINE, '--rtt', String(rttMs), '--loss', String(lossPercent), '--rate', String(RATE_MBIT)]
  const dir = await mkdtemp(join(tmpdir(), 'waybill-bench-'))
  await using _line = await startProcess({
    command: ['python3', 'scripts/slow-link', ...options, 'up'],
    readyText: 'up:',
    port: 0,
    dir,
  })
  const env = { HOST: FAR, PORT: '3000', PUBLIC_URL: `http://${FAR}:3000`, UPLOAD_PORTS: '3001,3002,3003' }
  await using server = await startWaybill({ env, through: ['ip', 'netns', 'exec', `${LINE}-far`] })
  note(`${rttMs} ms, ${lossPercent} % loss each way; seconds`)
  const byPage = (button: ReadTask['button']) => () => readByPage(server, wanted, button)
  const plain = await measure('one browser download', ROUNDS.plain, byPage('Download'))
  const aria = await measure('aria2c with 16 connections', ROUNDS.others, () => readByAria(server, wanted))
  const fast = await measure('Fast download, 4 origins', ROUNDS.others, byPage('Fast download'))
  const ratio = plain / fast
  if (leastRatio === null) note(`fast download against one connection: ${ratio.toFixed(1)} ×`)
  else judge('fast download against one connection', ratio, 'at least', leastRatio)
  note(`fast download against aria2c: ${(aria / fast).toFixed(2)} ×`)
}

async function measure(name: string, rounds: number, read: () => Promise<number>): Promise<number> {
  const seconds: number[] = []
  for (let round = 0; round < rounds; round += 1) seconds.push(await read())
  const middle = median(seconds)
  const mbits = (8 * FILE_BYTES) / 1e6 / middle
  row(name, { s: middle, least: Math.min(...seconds), most: Math.max(...seconds), 'Mbit/s': mbits })
  return middle
}

async function readByPage(server: Waybill, { file, sha256 }: Wanted, button: ReadTask['button']): Promise<number> {
  const { page } = await send(server, file)
  const task: ReadTask = { page, button }
  const result: ReadResult = JSON.parse(
    await tell(`${LINE}-near`, ['node', 'bench/downloads/line-reader.ts', JSON.stringify(task)]),
  )
  if (result.sha256 !== sha256) throw new Error('Other bytes arrived')
  return result.seconds
}

async function readByAria(server: Waybill, { dir, file, sha256 }: Wanted): Promise<number> {
  const { link } = await send(server, file)
  const beganAt = performance.now()
  const options = ['--quiet', '--no-conf', '--allow-overwrite', '-x16', '-s16', '-k1M', '-d', dir, '-o', 'aria.bin']
  await tell(`${LINE}-near`, ['aria2c', ...options, link])
  const seconds = (performance.now() - beganAt) / 1_000
  const got = createHash('sha256').update(await readFile(join(dir, 'aria.bin')))
  if (got.digest('hex') !== sha256) throw new Error('aria2c brought other bytes')
  return seconds
}

async function send({ origin, host, outbox }: Waybill, file: string): Promise<SentFile> {
  const task: SendTask = { server: { origin, host, outbox }, file }
  return JSON.parse(await tell(`${LINE}-far`, ['node', 'bench/downloads/line-sender.ts', JSON.stringify(task)]))
}

/** What a program at one end of the line prints. */
async function tell(end: string, command: string[]): Promise<string> {
  const child = spawn('ip', ['netns', 'exec', end, ...command], { cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  let text = ''
  for await (const piece of child.stdout.setEncoding('utf8')) text += piece
  if ((await ended) !== 0) throw new Error(`${command[0]} failed at ${end}`)
  return text
}
