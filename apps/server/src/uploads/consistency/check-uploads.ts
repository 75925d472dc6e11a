import { Problem } from '@waybill/contract/core/problems'
import { listAllowances } from '../../billing/index.ts'
import type { Context } from '../../context.ts'
import { HOUR_MS } from '../../platform/clock.ts'
import { type BlobStore, isDiskId, type StoredPart } from '../../platform/storage/blob-port.ts'
import { storedBytes } from '../../platform/storage/disk/records.ts'
import type { BlobRow } from '../blob-store.ts'
import { findDamage, sumFile, sumsHere } from '../finish/sum-stored.ts'
import { listLeftSegments, listParts } from '../parts/part-store.ts'
import { loadReadable } from '../read-file.ts'
import {
  listExpectedSegments,
  listHalfComplete,
  listKnownKeys,
  listMiscounted,
  listMissized,
  listOpenBlobs,
  listStoredFiles,
  readDatabaseNow,
  sumReservations,
} from './consistency-store.ts'

/** Something that is inconsistent. `kind` says what, `id` of which row or key. */
export interface Finding {
  kind: string
  id: string
  facts: Record<string, string | number>
}

/** Younger bytes may belong to an upload that is being planned. */
const GRACE_MS = HOUR_MS
const PAGE = 1_000

type Needs = Pick<Context, 'db' | 'stores' | 'clock' | 'log'>

/**
 * Compares rows with bytes and counters with what they count. Safe beside a running server: leaves out what changes
 * during the check. With `hash`, reads every stored file, and every part of open uploads, and compares it with what was
 * acknowledged.
 */
export async function checkUploads(ctx: Needs, options: { hash?: boolean } = {}): Promise<Finding[]> {
  const findings = [
    ...(await checkBytes(ctx)),
    ...(await listMiscounted(ctx.db)).map(({ id, ...facts }) => ({ kind: 'received-bytes-off', id, facts })),
    ...(await listHalfComplete(ctx.db)).map(({ id, ...facts }) => ({ kind: 'file-half-complete', id, facts })),
    ...(await listMissized(ctx.db)).map(({ id, ...facts }) => ({ kind: 'upload-bytes-off', id, facts })),
    ...(await checkAllowances(ctx)),
  ]
  return options.hash ? [...findings, ...(await checkOpenParts(ctx)), ...(await checkSums(ctx))] : findings
}

/** The stored size of each segment, as `store key segment`. */
type Present = Map<string, number>
const placeOf = (store: string, { key, segment }: { key: string; segment: string }) => `${store} ${key} ${segment}`

async function checkBytes(ctx: Needs): Promise<Finding[]> {
  const began = await readDatabaseNow(ctx.db)
  const present: Present = new Map()
  const findings: Finding[] = []
  for (const id of ctx.stores.ids) findings.push(...(await checkLeftovers(ctx, ctx.stores.of(id), present)))
  return [...findings, ...(await checkExpected(ctx, present, began))]
}

/** Stored bytes that belong to nothing; adds all stored bytes to `present`. */
async function checkLeftovers({ db, clock }: Needs, store: BlobStore, present: Present): Promise<Finding[]> {
  const findings: Finding[] = []
  const old: Array<{ key: string; segment: string }> = []
  for await (const stored of store.list()) {
    present.set(placeOf(store.id, stored), stored.bytes)
    if (clock.nowMs() - stored.changedAt.getTime() > GRACE_MS) old.push(stored)
  }
  for (let from = 0; from < old.length; from += PAGE) {
    const page = old.slice(from, from + PAGE)
    const known = await listKnownKeys(
      db,
      page.map(({ key }) => key),
    )
    const strays = new Set(page.flatMap(({ key }) => (known.has(key) ? [] : [key])))
    for (const key of strays) findings.push({ kind: 'bytes-without-row', id: key, facts: { store: store.id } })
    for (const { id, key, segment } of isDiskId(store.id) ? await listLeftSegments(db, page) : []) {
      if (known.has(key)) findings.push({ kind: 'segment-without-part', id, facts: { key, segment } })
    }
  }
  return findings
}

/** Bytes that should be stored and are missing or truncated. */
async function checkExpected({ db }: Needs, present: Present, began: Date): Promise<Finding[]> {
  const findings: Finding[] = []
  for (let after = '', isLast = false; !isLast; ) {
    const page = await listExpectedSegments(db, began, after, PAGE)
    for (const { id, store, ends_at, ...place } of page) {
      const bytes = present.get(placeOf(store, place))
      const expected = isDiskId(store) ? storedBytes(ends_at) : ends_at
      const facts = { store, key: place.key, ...(place.segment && { segment: place.segment }) }
      if (bytes === undefined) findings.push({ kind: 'row-without-bytes', id, facts })
      else if (bytes < expected) findings.push({ kind: 'bytes-cut-short', id, facts: { ...facts, bytes, expected } })
    }
    after = page.at(-1)?.id ?? ''
    isLast = page.length === 0
  }
  return findings
}

async function checkAllowances({ db }: Needs): Promise<Finding[]> {
  const [allowances, sums] = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => [await listAllowances(tx), await sumReservations(tx)] as const)
  const rows = new Map(allowances.map((row) => [row.key, row]))
  return [...new Set([...rows.keys(), ...sums.keys()])].flatMap((key): Finding[] => {
    const row = rows.get(key) ?? { reservedBytes: 0, usedBytes: 0 }
    const sum = sums.get(key) ?? { reservedBytes: 0, usedBytes: 0 }
    if (row.reservedBytes === sum.reservedBytes && row.usedBytes === sum.usedBytes) return []
    const facts = {
      reservedBytes: row.reservedBytes,
      reservedFound: sum.reservedBytes,
      usedBytes: row.usedBytes,
      usedFound: sum.usedBytes,
    }
    return [{ kind: 'allowance-off', id: key, facts }]
  })
}

/** Compares every stored file with its checksums, including those withdrawn because of a damage. */
async function checkSums(ctx: Needs): Promise<Finding[]> {
  const findings: Finding[] = []
  for (let after = '', isLast = false; !isLast; ) {
    const ids = await listStoredFiles(ctx.db, after, PAGE)
    for (const id of ids) {
      const [file] = await loadReadable(ctx.db, [id])
      if (file === undefined) continue
      const found = await orAway(sumFile(sumsHere(ctx), file))
      const withdrawn = file.isWithdrawn ? { withdrawn: 'yes' } : {}
      if ('because' in found)
        findings.push({ kind: 'file-damaged', id, facts: { because: found.because, ...withdrawn } })
      else if (file.sha256 !== null && !file.sha256.equals(found.sha256)) {
        findings.push({ kind: 'file-damaged', id, facts: { because: 'sha256-differs', ...withdrawn } })
      }
    }
    after = ids.at(-1) ?? ''
    isLast = ids.length < PAGE
  }
  return findings
}

/** Compares every acknowledged part of open uploads with its checksum. */
async function checkOpenParts(ctx: Needs): Promise<Finding[]> {
  const findings: Finding[] = []
  for (let after = '', isLast = false; !isLast; ) {
    const blobs = await listOpenBlobs(ctx.db, after, PAGE)
    for (const blob of blobs) {
      for (const part of await partsOf(ctx, blob)) {
        const damage = await orAway(findDamage(ctx, blob, part))
        if (damage === null || !(await stillStands(ctx, blob, part))) continue
        const { offset, bytes, segment } = part
        findings.push({ kind: 'part-damaged', id: blob.id, facts: { offset, bytes, segment, ...damage } })
      }
    }
    after = blobs.at(-1)?.id ?? ''
    isLast = blobs.length < PAGE
  }
  return findings
}

async function partsOf({ db }: Needs, { id }: BlobRow): Promise<StoredPart[]> {
  return (await listParts(db, [id])).get(id) ?? []
}

/** An upload that was given up while it was read is no finding. */
async function stillStands(ctx: Needs, blob: BlobRow, { offset, tag }: StoredPart): Promise<boolean> {
  return (await partsOf(ctx, blob)).some((part) => part.offset === offset && Buffer.compare(part.tag, tag) === 0)
}

/** An unavailable store is reported for each thing it keeps from us. */
async function orAway<T>(look: Promise<T>): Promise<T | { because: 'store-unavailable' }> {
  try {
    return await look
  } catch (error) {
    if (error instanceof Problem && error.code === 'store-unavailable') return { because: error.code }
    throw error
  }
}
