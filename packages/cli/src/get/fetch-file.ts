import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { crc32 } from 'node:zlib'
import type { Client } from '../server/client.ts'
import { EXIT, Failure } from '../terminal/exit-codes.ts'
import { type FilePlan, fetchEmpty, fetchRun, missingRuns } from './fetch-blocks.ts'
import { PART_SUFFIX } from './place-files.ts'

export interface FetchFileOptions {
  client: Client
  plan: FilePlan
  /** Where the file will be; its bytes gather beside it. */
  location: string
  /** Null: the server has not computed it yet. */
  sha256: string | null
  connections: number
  signal: AbortSignal
  onBytes(count: number): void
  /** Told how many bytes are there from an earlier try. */
  onFound(count: number): void
}

/**
 * Fetches what the part file beside `location` lacks, checks everything and syncs it. What is there already counts as
 * far as its checksums agree, so no record of earlier tries is needed.
 */
export async function fetchFile(options: FetchFileOptions): Promise<void> {
  const { client, plan, location, onFound } = options
  const part = location + PART_SUFFIX
  const file = await openPart(part)
  try {
    const isHere = await findBlocks(file, plan, onFound)
    // Also cuts what another version of the file has left.
    await file.truncate(plan.bytes)
    if (plan.bytes === 0) await fetchEmpty(client, plan, options.signal)
    await fetchRuns(options, file, isHere)
    await file.sync()
  } finally {
    await file.close()
  }
  await requireSum(part, options.sha256)
}

async function openPart(part: string): Promise<FileHandle> {
  try {
    return await open(part, 'r+')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return open(part, 'wx+')
  }
}

/** Which blocks are in the part file, by their checksums. */
async function findBlocks(file: FileHandle, plan: FilePlan, onFound: (count: number) => void): Promise<boolean[]> {
  const { size } = await file.stat()
  const isHere: boolean[] = []
  let from = 0
  for (const { to, crc32: expected } of plan.blocks) {
    const isFound = size >= to && (await sumOf(file, from, to)) === expected
    if (isFound) onFound(to - from)
    isHere.push(isFound)
    from = to
  }
  return isHere
}

const READ_BYTES = 1024 * 1024

async function sumOf(file: FileHandle, from: number, to: number): Promise<number> {
  const buffer = Buffer.allocUnsafe(Math.min(READ_BYTES, to - from))
  let sum = 0
  for (let at = from; at < to; ) {
    const { bytesRead } = await file.read(buffer, 0, Math.min(buffer.length, to - at), at)
    if (bytesRead === 0) return Number.NaN
    sum = crc32(buffer.subarray(0, bytesRead), sum)
    at += bytesRead
  }
  return sum
}

/** One failure ends all connections of the file. */
async function fetchRuns(options: FetchFileOptions, file: FileHandle, isHere: readonly boolean[]): Promise<void> {
  const { client, plan, connections, onBytes } = options
  const failing = new AbortController()
  const signal = AbortSignal.any([options.signal, failing.signal])
  const runs = missingRuns(plan.blocks, isHere)[Symbol.iterator]()
  const work = async () => {
    for (const run of runs) await fetchRun({ client, plan, file, signal, onBytes }, run)
  }
  const workers = Array.from({ length: Math.min(connections, plan.atOnce) }, () =>
    work().catch((error: unknown) => {
      failing.abort(error)
      throw error
    }),
  )
  const results = await Promise.allSettled(workers)
  options.signal.throwIfAborted()
  if (results.some(({ status }) => status === 'rejected')) throw failing.signal.reason
}

async function requireSum(part: string, sha256: string | null): Promise<void> {
  if (sha256 === null) return
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(part, { highWaterMark: READ_BYTES })) hash.update(chunk as Buffer)
  if (hash.digest('hex') === sha256) return
  throw new Failure(EXIT.notGenuine, 'damaged', `The SHA-256 is not that of the server: ${part}`)
}

/** Whether the finished file at `location` has the bytes of the plan. */
export async function isSame(location: string, plan: FilePlan): Promise<boolean> {
  const file = await open(location, 'r')
  try {
    return (await findBlocks(file, plan, () => {})).every(Boolean)
  } finally {
    await file.close()
  }
}
