import { Transform } from 'node:stream'
import type { Context } from '../../context.ts'
import type { ScanSettings } from '../../platform/config/scan-settings.ts'
import { addJob } from '../../platform/jobs/add-job.ts'
import { LAST_PRIORITY } from '../../platform/jobs/next-turn.ts'
import { ArchiveWatch } from '../../platform/scanning/archive-watch.ts'
import { readScannerVersion, ScannerAway, scanStream } from '../../platform/scanning/clamd.ts'
import { type Verdict, verdictOf } from '../../platform/scanning/verdict.ts'
import type { TellWithdrawn } from '../consistency/withdraw-damaged.ts'
import { loadReadable, readFile, type StoredFile } from '../read-file.ts'
import { keepUnavailable, keepVerdict, listDueScans, listUnscanned, noteSignatures, readNow } from './scan-store.ts'

type Needs = Pick<Context, 'db' | 'stores' | 'log' | 'config'>

/** Files that one run of the schedule queues; the next run follows a minute later. */
const FILES_PER_RUN = 500

/**
 * Has stored files scanned by clamd, and withdraws infected ones; `tell` runs in the transaction that withdraws. Where
 * clamd is away or breaks off, the file has no verdict and the schedule tries again. Safe to run again: files that the
 * present signatures have judged are left out.
 *
 * @throws the store's error when the bytes cannot be read; the job then runs again
 */
export async function scanFiles(ctx: Needs, fileIds: readonly string[], tell: TellWithdrawn): Promise<void> {
  const { scan } = ctx.config
  if (scan === null) return
  const version = await versionOf(ctx, scan)
  if (version === null) return keepUnavailable(ctx.db, fileIds, { wasReached: false })
  const since = await noteSignatures(ctx.db, version)
  for (const id of await listUnscanned(ctx.db, fileIds, since)) {
    const [file] = await loadReadable(ctx.db, [id])
    if (file !== undefined) await scanFile(ctx, scan, { file, version, tell })
  }
}

async function scanFile(
  ctx: Needs,
  scan: ScanSettings,
  { file, version, tell }: { file: StoredFile; version: string; tell: TellWithdrawn },
): Promise<void> {
  const startedAt = await readNow(ctx.db)
  const verdict = await judge(ctx, scan, file)
  if (verdict.state === 'not-scanned' && verdict.because === 'unavailable')
    return keepUnavailable(ctx.db, [file.id], { wasReached: true })
  await ctx.db.transaction().execute(async (tx) => {
    const withdrawn = await keepVerdict(tx, file.id, { verdict, signatures: version, startedAt })
    if (withdrawn === null) return
    ctx.log.warn({ file: file.id, verdict }, 'an infected file was withdrawn')
    const { id, path, bytes } = withdrawn
    await tell(tx, { id, path, bytes, isBlocked: false, isInfected: true })
  })
}

async function judge(ctx: Needs, { at, maxBytes }: ScanSettings, file: StoredFile): Promise<Verdict> {
  if (file.bytes > maxBytes) return { state: 'not-scanned', because: 'too-large' }
  const watch = new ArchiveWatch(maxBytes)
  const source = readFile(ctx, file)
  const watched = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      watch.push(chunk)
      done(null, chunk)
    },
  })
  source.on('error', (error) => watched.destroy(error))
  watched.on('close', () => source.destroy())
  try {
    const verdict = verdictOf(await scanStream(at, source.pipe(watched)))
    const { found } = watch
    return verdict.state === 'clean' && found !== null ? { state: 'not-scanned', because: found } : verdict
  } catch (error) {
    if (!(error instanceof ScannerAway)) throw error
    ctx.log.warn({ file: file.id, reason: error.message }, 'clamd gave no verdict')
    return { state: 'not-scanned', because: 'unavailable' }
  }
}

/** Null where clamd is away. */
async function versionOf({ log }: Needs, { at }: ScanSettings): Promise<string | null> {
  try {
    return await readScannerVersion(at)
  } catch (error) {
    if (!(error instanceof ScannerAway)) throw error
    log.warn({ reason: error.message }, 'clamd is away: files are not scanned')
    return null
  }
}

/**
 * Queues scans of files that have no verdict, or one by older signatures; nothing while clamd is away. The latter, which
 * may be all files of the server, never delay those for whose verdict somebody waits.
 */
export async function startScans(ctx: Needs): Promise<void> {
  const { scan } = ctx.config
  const version = scan === null ? null : await versionOf(ctx, scan)
  if (version === null) return
  const since = await noteSignatures(ctx.db, version)
  for (const { id, hasVerdict } of await listDueScans(ctx.db, since, FILES_PER_RUN)) {
    const options = { key: `scan-file/${id}`, priority: hasVerdict ? LAST_PRIORITY : 0 }
    await addJob(ctx.db, 'scan-files', { fileIds: [id] }, options)
  }
}
