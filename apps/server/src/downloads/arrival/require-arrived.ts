import { Problem } from '@waybill/contract/core/problems'
import type { Context } from '../../context.ts'
import { type FoundTransfer, isArriving, readFileArrivals } from '../../transfers/index.ts'

/**
 * Refuses files of an arriving transfer that are neither there nor can be read as they arrive.
 *
 * @throws Problem 'file-still-arriving' | 'file-missing' {file}
 */
export async function requireArrived(
  ctx: Pick<Context, 'db' | 'stores'>,
  { transfer }: Pick<FoundTransfer, 'transfer'>,
  files: ReadonlyArray<{ id: string }>,
): Promise<void> {
  if (!isArriving(transfer)) return
  const arrivals = await readFileArrivals(ctx, transfer)
  for (const { id } of files) {
    const arrival = arrivals.get(id)
    if (arrival === undefined || arrival.isReadable) continue
    if (arrival.state === 'missing') throw new Problem('file-missing', { file: id })
    throw new Problem('file-still-arriving', { file: id, retryAfterSeconds: 15 })
  }
}

/**
 * The same for a download that names no files. It is refused where it leads to the zip, which needs all files, and where
 * the sender has no account; otherwise each file is judged when it is opened.
 *
 * @throws Problem 'files-still-arriving'
 */
export function requireSomeArrived({ transfer }: Pick<FoundTransfer, 'transfer'>, leadsToZip: boolean): void {
  if (!isArriving(transfer) || (transfer.account_id !== null && !leadsToZip)) return
  throw new Problem('files-still-arriving', { retryAfterSeconds: 60 })
}
