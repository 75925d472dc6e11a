import { listAllowances } from '../billing/index.ts'
import { HOUR_MS } from '../clock.ts'
import type { Context } from '../context.ts'
import type { BlobStore } from '../storage/blob-store.ts'
import { sumFile } from './check-files.ts'
import {
  listExpectedBlobs,
  listHalfComplete,
  listKnownKeys,
  listMiscounted,
  listMissized,
  listStoredFiles,
  readDatabaseNow,
  sumReservations,
} from './consistency-store.ts'
import { loadReadable } from './read-file.ts'

/** Something that is not as it should be. `kind` says what, `id` of which row or key. */
export interface Finding {
  kind: string
  id: string
  facts: Record<string, string | number>
}

/** Bytes younger than this may belong to an upload that is being planned. */
const GRACE_MS = HOUR_MS
const PAGE = 1_000

type Needs = Pick<Context, 'db' | 'stores' | 'clock' | 'log'>

/**
 * Holds rows against bytes and counters against what they count. Safe beside a running server: what changes while it
 * looks is left out. With `hash` every stored file is read again and summed.
 */
export async function checkUploads(ctx: Needs, options: { hash?: boolean } = {}): Promise<Finding[]> {
  const findings = [
    ...(await checkBytes(ctx)),
    ...(await listMiscounted(ctx.db)).map(({ id, ...facts }) => ({ kind: 'received-bytes-off', id, facts })),
    ...(await listHalfComplete(ctx.db)).map(({ id, ...facts }) => ({ kind: 'file-half-complete', id, facts })),
    ...(await listMissized(ctx.db)).map(({ id, ...facts }) => ({ kind: 'upload-bytes-off', id, facts })),
    ...(await checkAllowances(ctx)),
  ]
  return options.hash ? [...findings, ...(await checkSums(ctx))] : findings
}

async function checkBytes({ db, stores, clock }: Needs): Promise<Finding[]> {
  const began = await readDatabaseNow(db)
  const findings: Finding[] = []
  const present = new Map<string, Set<string>>()
  for (const store of openStoresOf(stores)) {
    const keys = new Set<string>()
    present.set(store.kind, keys)
    const old: string[] = []
    for await (const { key, changedAt } of store.list()) {
      keys.add(key)
      if (clock.nowMs() - changedAt.getTime() > GRACE_MS) old.push(key)
    }
    for (let from = 0; from < old.length; from += PAGE) {
      const page = old.slice(from, from + PAGE)
      const known = await listKnownKeys(db, page)
      for (const key of page) {
        if (!known.has(key)) findings.push({ kind: 'bytes-without-row', id: key, facts: { store: store.kind } })
      }
    }
  }
  for (let after = '', isLast = false; !isLast; ) {
    const page = await listExpectedBlobs(db, began, after, PAGE)
    for (const { id, key, store } of page) {
      if (!present.get(store)?.has(key)) findings.push({ kind: 'row-without-bytes', id, facts: { store, key } })
    }
    after = page.at(-1)?.id ?? ''
    isLast = page.length < PAGE
  }
  return findings
}

function openStoresOf(stores: Needs['stores']): BlobStore[] {
  return (['disk', 's3'] as const).flatMap((kind) => {
    try {
      return [stores.of(kind)]
    } catch {
      return [] // Not configured: rows that name it are found to have no bytes.
    }
  })
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

async function checkSums(ctx: Needs): Promise<Finding[]> {
  const findings: Finding[] = []
  for (let after = '', isLast = false; !isLast; ) {
    const ids = await listStoredFiles(ctx.db, after, PAGE)
    for (const id of ids) {
      const [file] = await loadReadable(ctx.db, [id])
      if (file === undefined) continue
      const found = await sumFile(ctx, file)
      if ('because' in found) findings.push({ kind: 'file-damaged', id, facts: { because: found.because } })
      else if (file.sha256 !== null && !file.sha256.equals(found.sha256)) {
        findings.push({ kind: 'file-damaged', id, facts: { because: 'sha256-differs' } })
      }
    }
    after = ids.at(-1) ?? ''
    isLast = ids.length < PAGE
  }
  return findings
}
