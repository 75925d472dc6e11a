/** Readers of one answer, and what they really read. */

import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Door } from './evidence-doors.ts'
import type { Place } from './evidence-site.ts'

/** What a reader really did. */
export interface Truth {
  /** Bytes of the file, each counted once. */
  readBytes: number
  /** An upper bound on what had reached their system; null where it is unknown, as behind a proxy. */
  arrivedBytes: number | null
  /** By the rules of evidence this download may not count as finished, though the reader read everything. */
  isUnsaid?: boolean
  /** From then on the server must know it. */
  endedAt: number
}

export interface Meeting {
  door: Door
  place: Place
}

export type Act = (meeting: Meeting) => Promise<Omit<Truth, 'endedAt'>>

export const urlOf = ({ door, place }: Meeting) =>
  `${door.isTls ? 'https' : 'http'}://localhost:${door.port}${place.path}`

export interface ReadOptions {
  /** First byte asked for, and the one after the last. */
  from?: number
  to?: number
  take?: number | 'all'
  /** Seconds for which the reader keeps the connection after its bytes. */
  hold?: number
  /** Bytes a second. */
  pace?: number
  end?: 'close' | 'fin' | 'reset'
  headers?: Record<string, string>
}

interface Read {
  status: number
  read: number
  arrived: number
}

/** Reads exactly what `wish` says. */
export async function exactly({ door, place }: Meeting, options: ReadOptions = {}): Promise<Read> {
  const { from, to, take = 'all', hold = 0, pace = 0, end = 'close', headers = {} } = options
  const range = from === undefined ? {} : { range: `bytes=${from}-${to === undefined ? '' : to - 1}` }
  const task = { port: door.port, tls: door.isTls, path: place.path, take, hold, pace, end }
  const all = { ...task, host: `localhost:${door.port}`, headers: { ...range, ...headers } }
  return JSON.parse(await run('python3', [join(import.meta.dirname, 'exact-reader.py')], JSON.stringify(all)))
}

/** Each byte counted once. */
export function united(reads: Array<{ from: number; read: number; arrived: number }>, bytes: number) {
  const count = (of: (one: { read: number; arrived: number }) => number) => {
    let [at, sum] = [0, 0]
    for (const one of reads.toSorted((a, b) => a.from - b.from)) {
      const to = Math.min(bytes, one.from + of(one))
      sum += Math.max(0, to - Math.max(at, one.from))
      at = Math.max(at, to)
    }
    return sum
  }
  return { readBytes: count(({ read }) => read), arrivedBytes: count(({ arrived }) => arrived) }
}

/** Runs a program; returns its output. @throws Error where it exits with anything but 0 or a code given for it */
function run(program: string, args: readonly string[], input = '', endings: readonly number[] = [0]) {
  const said = Promise.withResolvers<string>()
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'pipe'] })
  let text = ''
  let complaint = ''
  child.stdout.setEncoding('utf8').on('data', (piece: string) => {
    text += piece
  })
  child.stderr.setEncoding('utf8').on('data', (piece: string) => {
    complaint += piece
  })
  child.stdin.on('error', () => {}).end(input)
  child.once('error', said.reject)
  child.once('close', (code) => {
    if (endings.includes(code ?? -1)) said.resolve(text)
    else said.reject(new Error(`${program} ended with ${code}: ${complaint.slice(-500)}${text.slice(-500)}`))
  })
  return said.promise
}

/** Gives `act` a place for a file, and checks whether the file there is complete. */
async function intoFolder(place: Place, act: (file: string, dir: string) => Promise<unknown>): Promise<Truth> {
  const dir = await mkdtemp(join(tmpdir(), 'waybill-bench-'))
  try {
    const file = join(dir, 'film.mov')
    await act(file, dir)
    const endedAt = Date.now()
    const readBytes = await sizeOf(file)
    if (readBytes === place.bytes && (await sumOf(file)) !== place.sha256) throw new Error('Other bytes came')
    return { readBytes, arrivedBytes: readBytes === place.bytes ? readBytes : null, endedAt }
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
}

const sizeOf = async (file: string): Promise<number> => (await stat(file).catch(() => null))?.size ?? 0

async function sumOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of createReadStream(file)) hash.update(piece as Buffer)
  return hash.digest('hex')
}

const fetching =
  (programOf: (url: string, file: string, dir: string) => [program: string, ...args: string[]]): Act =>
  (meeting) =>
    intoFolder(meeting.place, async (file, dir) => {
      const [program, ...args] = programOf(urlOf(meeting), file, dir)
      await run(program, args)
    })

const PYTHON = `import ssl, sys, urllib.request
ssl._create_default_https_context = ssl._create_unverified_context
urllib.request.urlretrieve(sys.argv[1], sys.argv[2])`

export const curl = fetching((url, file) => ['curl', '-fskS', '-o', file, url])
export const wget = fetching((url, file) => ['wget', '-q', '--no-check-certificate', '-O', file, url])
export const python = fetching((url, file) => ['python3', '-c', PYTHON, url, file])

/** With this many connections; at most this many bytes a second where `limit` says so. */
export const aria2 = (connections: number, limit = '0'): Act =>
  fetching((url, _file, dir) => [
    'aria2c',
    '--quiet',
    '--check-certificate=false',
    '--file-allocation=none',
    ...['-x', `${connections}`, '-s', `${connections}`, '-k', '1M', '-d', dir, '-o', 'film.mov'],
    `--max-overall-download-limit=${limit}`,
    url,
  ])

/** Breaks off in the middle, and resumes from there. */
export const curlInTwo: Act = (meeting) =>
  intoFolder(meeting.place, async (file) => {
    const url = urlOf(meeting)
    const rate = `${Math.floor(meeting.place.bytes / 6)}`
    await run('curl', ['-fskS', '--max-time', '1', '--limit-rate', rate, '-o', file, url], '', [0, 28])
    if ((await sizeOf(file)) < meeting.place.bytes) await run('curl', ['-fskS', '-C', '-', '-o', file, url])
  })
