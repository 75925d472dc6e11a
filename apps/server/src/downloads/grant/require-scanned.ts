import { Problem } from '@waybill/contract/core/problems'
import type { Context } from '../../context.ts'
import type { TransferFile } from '../../transfers/index.ts'
import { listScanStates, listVisitorFiles } from '../../uploads/index.ts'

/** How long a visitor's files may wait for the scanner before its absence is no longer called a wait. */
const SCAN_WAIT_MS = 10 * 60_000

type Needs = Pick<Context, 'db' | 'config' | 'clock'>
type Scanned = Record<'scan_state' | 'scan_because', string | null>

/** Whether the scanner has said all that it can about a file: nothing found, or that it cannot look into it. */
export const isThroughScan = ({ scan_state: state, scan_because: because }: Scanned): boolean =>
  state === 'clean' || (state === 'not-scanned' && because !== 'unavailable')

/**
 * Where there is a scanner, what a visitor sent opens only after it was scanned, also where an account forwards it. Files
 * that the scanner was given and cannot look into, because they are too large or encrypted, open with the words that say
 * so.
 *
 * @param sentAt when all of them were there and sent
 * @throws Problem 'scan-pending', ten minutes later 'scan-missing'
 */
export async function requireScanned(
  { db, config, clock }: Needs,
  files: ReadonlyArray<Scanned & Pick<TransferFile, 'id'>>,
  sentAt: Date,
): Promise<void> {
  if (config.scan === null) return
  const waiting = files.filter((file) => !isThroughScan(file)).map(({ id }) => id)
  if (waiting.length === 0 || (await listVisitorFiles(db, waiting)).length === 0) return
  const isLate = clock.nowMs() - sentAt.getTime() > SCAN_WAIT_MS
  throw new Problem(isLate ? 'scan-missing' : 'scan-pending', { retryAfterSeconds: 15 })
}

/** The same for files that are named without a transfer; they are as old as their uploads. */
export async function requireScannedFiles(ctx: Needs, fileIds: readonly string[]): Promise<void> {
  if (ctx.config.scan === null) return
  const files = await listScanStates(ctx.db, fileIds)
  const latest = Math.max(...files.map(({ completed_at }) => completed_at?.getTime() ?? 0))
  await requireScanned(ctx, files, new Date(latest))
}
