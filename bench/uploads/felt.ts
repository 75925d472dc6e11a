import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { judge, median, note, row, title } from '../report.ts'
import { ROOT, startProcess, startWaybill, type Waybill } from '../servers.ts'
import type { FeltResult, FeltSend } from './felt-browser.ts'

const MIB = 2 ** 20
const FAR = '10.99.0.1'
const LINES = [
  { rttMs: 200, lossPercent: 0.5, megabits: 100 },
  { rttMs: 50, lossPercent: 2, megabits: 100 },
  { rttMs: 200, lossPercent: 0, megabits: 100 },
  { rttMs: 20, lossPercent: 0, megabits: 100 },
  { rttMs: 400, lossPercent: 0.5, megabits: 2 },
] as const
type Line = (typeof LINES)[number]

const PEERS = [
  { name: 'one stream', client: { parallel: 1, partBytes: 5 * MIB, origins: 1 } },
  { name: 'the specification’s table, 4 × 2 MiB', client: { parallel: 4, partBytes: 2 * MIB, origins: 1 } },
  { name: 'six connections', client: { parallel: 6, partBytes: null, origins: 1 } },
  { name: 'twenty-four over four origins', client: { parallel: 24, partBytes: null, origins: 4 } },
] as const

/** Seconds from the press to "sent", of megabytes over four origins, by the line's place in `LINES`. */
const TARGETS: Record<number, Record<number, number>> = { 0: { 20: 7, 150: 36 }, 1: { 20: 5, 150: 32 } }
const MOST_OF_BEST = 1.15
const MOST_OF_LAST_TENTH = 0.12
/** At the slowest line, larger files would take hours. */
const SLOW_LINE_MEGABYTES = 20

/**
 * From the press of Verify to "sent", in a real Chromium by the page itself, beside clients with fixed numbers of
 * connections. `--lines=1,2` (from 1), `--sizes=20,150` (MB), `--origins=4`, `--runs=3`, `--peers=4` (by their place;
 * 0 for none) choose cells; without them all of it takes hours.
 */
export async function felt(flags: ReadonlyMap<string, string>): Promise<void> {
  title('From the press to "sent", Chromium, CUBIC, s')
  if (process.platform !== 'linux' || process.getuid?.() !== 0) {
    throw new Error('The long line needs Linux, root and /dev/net/tun: run the bench as root.')
  }
  const numbers = (name: string, usual: readonly number[]) => flags.get(name)?.split(',').map(Number) ?? usual
  const sizes = numbers('sizes', [1, 20, 150, 1_000])
  const origins = numbers('origins', [4, 1])
  const [runs = 5] = numbers('runs', [5])
  const peers = numbers('peers', [1, 2, 3, 4]).flatMap((nth) => PEERS[nth - 1] ?? [])
  for (const nth of numbers('lines', [1, 2, 3, 4, 5])) {
    const line = LINES[nth - 1]
    if (line) await feelLine(line, { sizes, origins, runs, peers })
  }
}

interface Cells {
  sizes: readonly number[]
  origins: readonly number[]
  runs: number
  peers: readonly (typeof PEERS)[number][]
}

async function feelLine(line: Line, { sizes, origins, runs, peers }: Cells): Promise<void> {
  const dir = await mkdtemp(join(tmpdir(), 'waybill-bench-'))
  const linkDir = await mkdtemp(join(tmpdir(), 'waybill-bench-'))
  const { rttMs, lossPercent, megabits } = line
  const options = ['--rtt', rttMs, '--loss', lossPercent, '--rate', megabits].map(String)
  try {
    const command = ['python3', 'scripts/slow-link', ...options, 'up']
    await using _line = await startProcess({ command, readyText: 'up:', port: 0, dir: linkDir })
    note(`${rttMs} ms, ${lossPercent} % loss each way, ${megabits} Mbit/s; median of ${runs}`)
    for (const count of origins) {
      await using server = await startFar(count)
      for (const megabytes of sizes) {
        if (megabits < 10 && megabytes > SLOW_LINE_MEGABYTES) continue
        await feelCell(line, { server, dir, megabytes, origins: count, runs, peers })
      }
    }
  } finally {
    await rm(dir, { recursive: true })
  }
}

function startFar(origins: number): Promise<Waybill> {
  const ports = ['3001', '3002', '3003'].slice(0, origins - 1).join(',') || 'none'
  const env = { HOST: FAR, PORT: '3000', PUBLIC_URL: `http://${FAR}:3000`, UPLOAD_PORTS: ports }
  return startWaybill({ env, liftLimits: true, through: ['ip', 'netns', 'exec', 'wb-far'] })
}

interface Cell extends Pick<Cells, 'runs' | 'peers'> {
  server: Waybill
  dir: string
  megabytes: number
  origins: number
}

async function feelCell(line: Line, { server, dir, megabytes, origins, runs, peers }: Cell): Promise<void> {
  const bytes = megabytes * 1e6
  const file = join(dir, `film-${megabytes}.mov`)
  const handle = await open(file, 'w')
  await handle.truncate(bytes)
  await handle.close()
  const feel = async (client: FeltSend['client']) => {
    const results: FeltResult[] = []
    for (let run = 0; run < runs; run += 1) {
      const sender = `sender-${randomBytes(4).toString('hex')}@example.com`
      results.push(await browse({ origin: server.origin, outbox: server.outbox, sender, file, bytes, client }))
    }
    return results
  }
  const fixed: number[] = []
  for (const { name, client } of peers) {
    if (client.origins > origins) continue
    const seconds = (await feel(client)).map(({ sentAt }) => sentAt / 1_000)
    fixed.push(median(seconds))
    row(`${megabytes} MB, ${name}`, spreadOf(seconds))
  }
  const ours = await feel('page')
  const seconds = ours.map(({ sentAt }) => sentAt / 1_000)
  row(`${megabytes} MB, Waybill, ${origins} origins`, { ...spreadOf(seconds), ...stepsOf(ours) })
  if (fixed.length > 0)
    judge('against the best fixed one', median(seconds) / Math.min(...fixed), 'at most', MOST_OF_BEST)
  const target = origins === 4 ? TARGETS[LINES.indexOf(line)]?.[megabytes] : undefined
  if (target !== undefined) judge('seconds', median(seconds), 'at most', target, 's')
  judge('the last tenth of the parts', median(ours.map(lastTenthOf)), 'at most', MOST_OF_LAST_TENTH, 'of all')
}

const spreadOf = (seconds: readonly number[]) => ({
  s: median(seconds),
  from: Math.min(...seconds),
  to: Math.max(...seconds),
})

function stepsOf(results: readonly FeltResult[]): Record<string, number> {
  const of = (read: (steps: NonNullable<FeltResult['steps']>) => number) =>
    median(results.flatMap(({ steps }) => (steps ? [read(steps) / 1_000] : [])))
  return {
    plan: of(({ planned }) => planned),
    'first part': of(({ firstPart }) => firstPart),
    'last part': of(({ lastPart }) => lastPart),
    saved: of(({ saved }) => saved),
  }
}

/** Of the time from the first part's start to the last one's end. */
function lastTenthOf({ steps }: FeltResult): number {
  if (!steps) return Number.NaN
  const { firstPart, tenthsDone, lastPart } = steps
  return (lastPart - (tenthsDone[8] ?? Number.NaN)) / (lastPart - firstPart)
}

async function browse(task: FeltSend): Promise<FeltResult> {
  const words = ['netns', 'exec', 'wb-near', 'node', 'bench/uploads/felt-browser.ts', JSON.stringify(task)]
  const child = spawn('ip', words, { cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'] })
  let text = ''
  for await (const piece of child.stdout.setEncoding('utf8')) text += piece
  if (text === '') throw new Error('The browser told nothing')
  return JSON.parse(text)
}
