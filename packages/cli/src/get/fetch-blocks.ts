/** The bytes of one file by ranges, several at once, each block checked by its CRC-32. */
import type { FileHandle } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { crc32 } from 'node:zlib'
import type { ReplyOf } from '@waybill/contract/core/endpoint'
import { Problem } from '@waybill/contract/core/problems'
import type { planFastDownload } from '@waybill/contract/downloads/endpoints'
import { type Client, refusalOf } from '../server/client.ts'
import { ConnectionError, reasonOf } from '../server/connection-error.ts'
import { type Answer, exchange, isOk, textOf } from '../server/exchange.ts'
import { EXIT, Failure } from '../terminal/exit-codes.ts'

export type FilePlan = ReplyOf<typeof planFastDownload>

/** Consecutive bytes that are missing, in blocks. */
export interface Run {
  from: number
  blocks: FilePlan['blocks']
}

/** Fewer requests than one a block. */
const RUN_BYTES = 16 * 1024 * 1024
const MOST_TRIES = 12
const MOST_DAMAGED = 3
const STALL_MS = 30_000
const LONGEST_WAIT_MS = 10_000

/** Missing blocks joined to runs of about 16 MiB; `isHere` tells of each block whether its bytes are there. */
export function missingRuns(blocks: FilePlan['blocks'], isHere: readonly boolean[]): Run[] {
  const runs: Run[] = []
  let from = 0
  let open: Run | null = null
  for (const [nth, block] of blocks.entries()) {
    if (isHere[nth]) open = null
    else if (open === null || from - open.from >= RUN_BYTES) {
      open = { from, blocks: [block] }
      runs.push(open)
    } else open.blocks.push(block)
    from = block.to
  }
  return runs
}

export interface Fetching {
  client: Client
  plan: FilePlan
  file: FileHandle
  signal: AbortSignal
  /** Told how many more bytes came; fewer where damaged ones must come again. */
  onBytes(count: number): void
}

/** How far a run is. */
interface Place {
  nth: number
  from: number
  at: number
  crc: number
  damaged: number
}

/**
 * Writes the run's bytes to their place in the file. Goes on where a broken answer ended; throws ConnectionError after
 * twelve tries in a row without a byte, Failure for bytes that stay damaged, and Problem.
 */
export async function fetchRun(fetching: Fetching, run: Run): Promise<void> {
  const place: Place = { nth: 0, from: run.from, at: run.from, crc: 0, damaged: 0 }
  for (let tries = 0; place.nth < run.blocks.length; ) {
    const before = place.at
    try {
      await readAnswer(fetching, run, place)
    } catch (error) {
      fetching.signal.throwIfAborted()
      tries = place.at > before ? 1 : tries + 1
      if (!mayPass(error) || tries >= MOST_TRIES) throw error
      await sleep(Math.min(LONGEST_WAIT_MS, 250 * 2 ** tries), undefined, { signal: fetching.signal })
    }
  }
}

const mayPass = (error: unknown): boolean =>
  error instanceof ConnectionError ||
  (error instanceof Problem &&
    ['too-many-calls', 'store-unavailable', 'stopping', 'internal-error', 'database-unavailable'].includes(error.code))

async function readAnswer({ client, plan, file, signal, onBytes }: Fetching, run: Run, place: Place): Promise<void> {
  const end = run.blocks.at(-1)?.to ?? run.from
  const range = { range: `bytes=${place.at}-${end - 1}`, 'if-range': plan.etag, 'accept-encoding': 'identity' }
  const { url, headers } = placeOf(client, plan)
  try {
    const answer = await exchange(url, { headers: { ...headers, ...range }, signal, idleMs: STALL_MS })
    if (!isOk(answer)) throw refusalOf(answer, await textOf(answer), client.url)
    requireRange(answer, place.at, end, plan.bytes)
    for await (const chunk of answer.body) await takeChunk({ file, run, place, onBytes }, chunk)
    if (place.nth < run.blocks.length) throw new ConnectionError(`${client.url} ended an answer early`)
  } catch (error) {
    const isOurs = error instanceof Problem || error instanceof ConnectionError || error instanceof Failure
    // A full disk is no broken line.
    if (isOurs || ['ENOSPC', 'EDQUOT', 'EIO', 'EFBIG'].includes((error as NodeJS.ErrnoException).code ?? ''))
      throw error
    throw new ConnectionError(`The line to ${client.url} is broken (${reasonOf(error)})`)
  }
}

/** The bytes may be at another origin than the pages: cookies stay with the pages. */
function placeOf(client: Client, { url, origins }: FilePlan): { url: URL; headers: Record<string, string> } {
  const origin = origins.includes(client.url) ? client.url : (origins[0] ?? client.url)
  return { url: new URL(url, origin), headers: origin === client.url ? client.headers() : { origin: client.url } }
}

/** An empty file has no ranges: it counts as received once its answer is read. */
export async function fetchEmpty(client: Client, plan: FilePlan, signal: AbortSignal): Promise<void> {
  const { url, headers } = placeOf(client, plan)
  const answer = await exchange(url, { headers, signal, idleMs: STALL_MS })
  const text = await textOf(answer)
  if (!isOk(answer)) throw refusalOf(answer, text, client.url)
}

function requireRange(answer: Answer, from: number, end: number, bytes: number): void {
  if (answer.status === 200 && from === 0 && end === bytes) return
  if (answer.status === 206 && answer.headers['content-range'] === `bytes ${from}-${end - 1}/${bytes}`) return
  throw new Failure(EXIT.failed, 'changed', 'The file changed at the server. Start again')
}

interface Taking {
  file: FileHandle
  run: Run
  place: Place
  onBytes(count: number): void
}

/** Throws ConnectionError where a block is damaged, so that it comes again. */
async function takeChunk({ file, run, place, onBytes }: Taking, chunk: Uint8Array): Promise<void> {
  let rest = chunk
  while (rest.length > 0) {
    const block = run.blocks[place.nth]
    if (block === undefined) return
    const piece = rest.subarray(0, block.to - place.at)
    await writeAll(file, piece, place.at)
    place.crc = crc32(piece, place.crc)
    place.at += piece.length
    onBytes(piece.length)
    rest = rest.subarray(piece.length)
    if (place.at === block.to) finishBlock(place, block, onBytes)
  }
}

async function writeAll(file: FileHandle, piece: Uint8Array, at: number): Promise<void> {
  for (let written = 0; written < piece.length; ) {
    written += (await file.write(piece, written, piece.length - written, at + written)).bytesWritten
  }
}

function finishBlock(place: Place, block: FilePlan['blocks'][number], onBytes: (count: number) => void): void {
  const isDamaged = place.crc !== block.crc32
  if (isDamaged) {
    onBytes(place.from - block.to)
    place.damaged += 1
    if (place.damaged >= MOST_DAMAGED)
      throw new Failure(EXIT.notGenuine, 'damaged', 'The bytes that arrive are damaged')
  } else {
    place.nth += 1
    place.from = block.to
  }
  place.at = place.from
  place.crc = 0
  if (isDamaged) throw new ConnectionError('A block arrived damaged')
}
