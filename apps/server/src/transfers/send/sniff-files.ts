import { finished } from 'node:stream/promises'
import { Problem } from '@waybill/contract/core/problems'
import { SNIFF_BYTES, sniffsAsBarred } from '@waybill/contract/uploads/barred-types'
import type { Context } from '../../context.ts'
import { type BlobSource, loadSources, PACKED_BELOW_BYTES, readSource, type UploadedFile } from '../../uploads/index.ts'

const AT_ONCE = 4
/** The most blobs whose rows are read together. */
const BATCH = 200

type Needs = Pick<Context, 'db' | 'stores'>
export type SniffedFile = Pick<UploadedFile, 'path' | 'bytes' | 'blob_id' | 'blob_offset'>

/** The verdict on a file by its first bytes; null: no objection. */
type Judge = (path: string, head: Uint8Array, isBarred: boolean) => Problem | null

const refuseBarred: Judge = (path, _head, isBarred) => (isBarred ? new Problem('insecure-file-type', { path }) : null)

/**
 * Checks the first bytes of stored files for types that hide under another name, or for what `judge` looks for.
 *
 * @throws Problem 'insecure-file-type' {path} for the first one found, or the one from `judge`
 */
export async function sniffFiles(
  ctx: Needs,
  files: readonly SniffedFile[],
  judge: Judge = refuseBarred,
): Promise<void> {
  const rest = batchesOf(files).values()
  const sniffNext = async () => {
    for (const batch of rest) await sniffBatch(ctx, batch, judge)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, sniffNext))
}

type Batch = ReadonlyArray<readonly [blobId: string, members: readonly SniffedFile[]]>

/** Blobs with their files; large files, each alone in its blob, apart from packs. */
function batchesOf(files: readonly SniffedFile[]): Batch[] {
  const byBlob = Map.groupBy(files, ({ blob_id }) => blob_id)
  const blobs = [...byBlob].flatMap(([id, members]) => (id === null ? [] : [[id, members] as const]))
  const { large = [], packs = [] } = Object.groupBy(blobs, ([, members]) => (isLarge(members) ? 'large' : 'packs'))
  return [large, packs].flatMap((some) => {
    // A store of the S3 kind takes its time for each blob: even a few are read several at a time.
    const size = Math.min(BATCH, Math.ceil(some.length / AT_ONCE))
    return some.flatMap((_blob, nth) => (nth % size === 0 ? [some.slice(nth, nth + size)] : []))
  })
}

const isLarge = (members: readonly SniffedFile[]) => members.every(({ bytes }) => bytes >= PACKED_BELOW_BYTES)

async function sniffBatch(ctx: Needs, batch: Batch, judge: Judge): Promise<void> {
  const ids = batch.map(([id]) => id)
  // A large file has thousands of parts: of these the first.
  const span = batch.every(([, members]) => isLarge(members)) ? { offset: 0, bytes: SNIFF_BYTES } : undefined
  const sources = await loadSources(ctx.db, ids, span)
  for (const [id, members] of batch) {
    const source = sources.get(id)
    if (source === undefined) throw new Problem('upload-not-found')
    await sniffBlob(ctx, source, members, judge)
  }
}

/** Files of one blob, their beginnings read at once. */
async function sniffBlob(ctx: Needs, source: BlobSource, members: readonly SniffedFile[], judge: Judge): Promise<void> {
  const heads = members
    .map(({ path, bytes, blob_offset: from }) => ({ path, from, to: from + Math.min(bytes, SNIFF_BYTES) }))
    .toSorted((one, other) => one.from - other.from)
  const start = heads[0]?.from ?? 0
  const end = heads.at(-1)?.to ?? 0
  const pieces = await readPieces(ctx, source, { offset: start, bytes: end - start })
  // Joining all of them takes longer than to read them.
  let [first = 0, firstAt] = [0, start]
  for (const { path, from, to } of heads) {
    for (let bytes = pieces[first]?.length ?? 0; firstAt + bytes <= from; bytes = pieces[first]?.length ?? 0) {
      firstAt += bytes
      first += 1
    }
    const inside: Buffer[] = []
    for (let [nth, at] = [first, firstAt]; at < to; nth += 1) {
      const piece = pieces[nth] as Buffer
      inside.push(piece.subarray(Math.max(0, from - at), to - at))
      at += piece.length
    }
    const head = inside.length === 1 ? (inside[0] as Buffer) : Buffer.concat(inside)
    const problem = judge(path, head, sniffsAsBarred(head))
    if (problem !== null) throw problem
  }
}

/**
 * As they come from the store: the stream's own iterator joins what waits.
 *
 * @throws Error where there are fewer bytes
 */
async function readPieces(ctx: Needs, source: BlobSource, span: { offset: number; bytes: number }): Promise<Buffer[]> {
  const pieces: Buffer[] = []
  const stream = readSource(ctx, source, span)
  stream.on('data', (piece: Buffer) => pieces.push(piece))
  await finished(stream)
  const bytes = pieces.reduce((sum, { length }) => sum + length, 0)
  if (bytes !== span.bytes) throw new Error(`a stored object ended ${span.bytes - bytes} bytes too early`)
  return pieces
}
