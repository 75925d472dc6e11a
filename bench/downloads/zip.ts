import { execFileSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cpuOf, forgetPeak, peakMbOf } from '../cpu-of.ts'
import { judge, median, note, row, title } from '../report.ts'
import { type Server, startPeer, startWaybill, type Waybill } from '../servers.ts'
import { makePayload, type Payload, sha256Of } from '../uploads/payload.ts'
import { type BenchFile, Sender } from '../uploads/sender.ts'
import { deal, drive, headOf } from '../wire.ts'

const FILES = 5_000
const TOTAL_BYTES = 512e6
const ROUNDS = 3
const RESUMES = 3

interface Round {
  firstByteMs: number
  seconds: number
  cpu: number
  peakMb: number
  /** The part of the peak that this zip added to the process's memory before it. */
  addedMb: number
}

/** 5,000 files of 50 to 155 kB as one stored zip, by Waybill from encrypted packs and by archiver from plain files. */
export async function zip(): Promise<void> {
  title('Zip of 5,000 files, 512 MB')
  const files = makeFiles()
  await using payload = await makePayload(TOTAL_BYTES)
  await using ours = await startWaybill({ liftLimits: true })
  const dir = await mkdtemp(join(tmpdir(), 'waybill-bench-'))
  await writeFiles(dir, files, payload.content)
  await using archiver = await startPeer('downloads/archiver-server.ts', { dir })
  const path = await store(ours, files, payload)
  await checkArchive(ours, path)
  await ours.restart()
  const rounds: Record<'ours' | 'archiver', Round[]> = { ours: [], archiver: [] }
  for (let nth = 0; nth < ROUNDS; nth += 1) {
    rounds.ours.push(await fetchOnce(ours, ours.host, path))
    rounds.archiver.push(await fetchOnce(archiver, '127.0.0.1', '/'))
  }
  const one = show('Waybill (encrypted at rest)', rounds.ours)
  const other = show('archiver, storing', rounds.archiver)
  judge('first byte', one.firstByteMs, 'at most', 30, 'ms')
  judge('memory a zip adds', one.addedMb, 'at most', 25, 'MB')
  judge('memory, archiver against ours', other.peakMb / one.peakMb, 'at least', 8)
  judge('memory a zip adds, archiver against ours', other.addedMb / one.addedMb, 'at least', 8)
  judge('CPU, archiver against ours', other.cpu / one.cpu, 'at least', 2)
  note(`Resumed ${RESUMES} times at a random byte: byte-identical. archiver: no Range, no length.`)
}

/** Sizes that differ and add up to TOTAL_BYTES. */
function makeFiles(): BenchFile[] {
  const mean = TOTAL_BYTES / FILES
  return Array.from({ length: FILES }, (_none, nth) => {
    const change = Math.floor((Math.floor(nth / 2) / FILES) * mean)
    return {
      path: `pictures/${Math.floor(nth / 100)}/img-${nth}.jpg`,
      bytes: mean + (nth % 2 === 0 ? change : -change),
    }
  })
}

async function writeFiles(dir: string, files: BenchFile[], content: Buffer): Promise<void> {
  let at = 0
  for (const [nth, { bytes }] of files.entries()) {
    await writeFile(join(dir, `img-${nth}.jpg`), content.subarray(at, at + bytes))
    at += bytes
  }
}

async function store(server: Waybill, files: BenchFile[], { file, content }: Payload): Promise<string> {
  const sender = await Sender.proven(server)
  const plan = await sender.plan(files)
  const starts: number[] = []
  files.reduce((at, { bytes }, nth) => {
    starts[nth] = at
    return at + bytes
  }, 0)
  const requests = plan.blobs.flatMap((blob) => {
    const first = blob.members[0]?.file ?? 0
    return sender.puts(plan, blob, content, starts[first] ?? 0)
  })
  await drive({ port: server.port, file, connections: deal(requests, 4) })
  const saved = await sender.save(plan)
  await sender.settled(saved)
  const { pathname } = new URL(saved.zip.url, server.origin)
  return pathname
}

/** @throws Error unless it is a whole zip of every file, and a download resumed at any byte has the same bytes */
async function checkArchive(server: Waybill, path: string): Promise<void> {
  const response = await fetch(new URL(path, server.origin))
  const whole = Buffer.from(await response.arrayBuffer())
  const dir = await mkdtemp(join(tmpdir(), 'waybill-bench-'))
  try {
    await writeFile(join(dir, 'all.zip'), whole)
    const test = 'import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); print(len(z.namelist()), z.testzip())'
    const said = execFileSync('python3', ['-c', test, join(dir, 'all.zip')], { encoding: 'utf8' }).trim()
    if (said !== `${FILES} None`) throw new Error(`Not a whole zip: ${said}`)
  } finally {
    await rm(dir, { recursive: true })
  }
  for (let nth = 0; nth < RESUMES; nth += 1) {
    const from = randomInt(whole.length)
    const head = headOf('GET', path, server.host, {
      range: `bytes=${from}-`,
      'if-range': response.headers.get('etag') ?? '',
    })
    const { sha256 } = await drive({ port: server.port, hash: true, connections: [[{ head }]] })
    if (sha256 !== sha256Of(whole.subarray(from))) throw new Error(`Resumed at ${from} with other bytes`)
  }
}

async function fetchOnce({ pid, port }: Server, host: string, path: string): Promise<Round> {
  forgetPeak(pid)
  const heldMb = peakMbOf(pid)
  const before = cpuOf(pid).own
  const { firstByteMs, seconds, bytes } = await drive({
    port,
    connections: [[{ head: headOf('GET', path, host, {}) }]],
  })
  if (bytes < TOTAL_BYTES) throw new Error(`Only ${bytes} bytes of the zip came`)
  const peakMb = peakMbOf(pid)
  const cpu = cpuOf(pid).own - before
  return { firstByteMs: firstByteMs ?? Number.NaN, seconds, cpu, peakMb, addedMb: peakMb - heldMb }
}

function show(who: string, rounds: Round[]): Round {
  const middle = (pick: (round: Round) => number) => median(rounds.map(pick))
  const round = {
    firstByteMs: middle((one) => one.firstByteMs),
    seconds: middle((one) => one.seconds),
    cpu: middle((one) => one.cpu),
    peakMb: Math.max(...rounds.map((one) => one.peakMb)),
    addedMb: Math.max(...rounds.map((one) => one.addedMb)),
  }
  row(who, {
    'first byte ms': round.firstByteMs,
    'total s': round.seconds,
    'CPU-s': round.cpu,
    'peak MB': round.peakMb,
    'added MB': round.addedMb,
  })
  return round
}
