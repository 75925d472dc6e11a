import { Problem } from '@waybill/contract/core/problems'
import { SNIFF_BYTES, sniffsAsBarred } from '@waybill/contract/uploads/barred-types'
import type { Context } from '../../context.ts'
import { loadReadable, PACKED_BELOW_BYTES, readSource, type StoredFile } from '../../uploads/index.ts'

const AT_ONCE = 4
/** Files whose rows are read together; so are small ones of one pack. */
const BATCH = 200

type Needs = Pick<Context, 'db' | 'stores'>
interface SniffedFile {
  id: string
  bytes: number
}

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
  // Larger files have their own blobs, with thousands of parts: each is checked alone.
  const small = files.filter(({ bytes }) => bytes > 0 && bytes < PACKED_BELOW_BYTES)
  const large = files.filter(({ bytes }) => bytes >= PACKED_BELOW_BYTES).map((file) => [file])
  const batches = Array.from({ length: Math.ceil(small.length / BATCH) }, (_, nth) =>
    small.slice(nth * BATCH, (nth + 1) * BATCH),
  )
  const rest = [...batches, ...large].values()
  const sniffNext = async () => {
    for (const batch of rest) await sniffBatch(ctx, batch, judge)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, sniffNext))
}

async function sniffBatch(ctx: Needs, batch: readonly SniffedFile[], judge: Judge): Promise<void> {
  const ids = batch.map(({ id }) => id)
  const readable = await loadReadable(ctx.db, ids, { offset: 0, bytes: Math.min(batch[0]?.bytes ?? 0, SNIFF_BYTES) })
  if (readable.length !== batch.length) throw new Problem('upload-not-found')
  for (const members of Map.groupBy(readable, ({ source }) => source?.blobId).values())
    await sniffBlob(ctx, members, judge)
}

/** Files of one blob, their beginnings read at once. */
async function sniffBlob(ctx: Needs, members: readonly StoredFile[], judge: Judge): Promise<void> {
  const [source] = members.flatMap((file) => file.source ?? [])
  if (source === undefined) throw new Problem('upload-not-found')
  const heads = members.map(({ path, bytes, source: own }) => {
    const from = own?.offset ?? 0
    return { path, from, to: from + Math.min(bytes, SNIFF_BYTES) }
  })
  const start = Math.min(...heads.map(({ from }) => from))
  const end = Math.max(...heads.map(({ to }) => to))
  const content = Buffer.concat(await readSource(ctx, source, { offset: start, bytes: end - start }).toArray())
  for (const { path, from, to } of heads) {
    const head = content.subarray(from - start, to - start)
    const problem = judge(path, head, sniffsAsBarred(head))
    if (problem !== null) throw problem
  }
}
