import { Problem } from '@waybill/contract/core/problems'
import type { Context } from '../../context.ts'
import type { FoundTransfer, TransferFile } from '../../transfers/index.ts'
import { listVisitorFiles } from '../../uploads/index.ts'

/** How long a visitor's files may wait for the scanner before its absence is no longer called a wait. */
const SCAN_WAIT_MS = 10 * 60_000

type Scanned = Record<'scan_state' | 'scan_because', string | null>

/** Whether the scanner has said all that it can about a file: nothing found, or that it cannot look into it. */
export const isThroughScan = ({ scan_state: state, scan_because: because }: Scanned): boolean =>
  state === 'clean' || (state === 'not-scanned' && because !== 'unavailable')

/**
 * Where there is a scanner, what a visitor sent opens only after it was scanned, also where an account forwards it. Files
 * that the scanner was given and cannot look into, because they are too large or encrypted, open with the words that say
 * so.
 *
 * @throws Problem 'scan-pending', after ten minutes 'scan-missing'
 */
export async function requireScanned(
  { db, config, clock }: Pick<Context, 'db' | 'config' | 'clock'>,
  { transfer }: FoundTransfer,
  files: readonly TransferFile[],
): Promise<void> {
  if (config.scan === null) return
  const waiting = files.filter((file) => !isThroughScan(file)).map(({ id }) => id)
  if (waiting.length === 0 || (await listVisitorFiles(db, waiting)).length === 0) return
  const isLate = clock.nowMs() - transfer.sent_at.getTime() > SCAN_WAIT_MS
  throw new Problem(isLate ? 'scan-missing' : 'scan-pending', { retryAfterSeconds: 15 })
}
