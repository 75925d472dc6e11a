import { Problem } from '@waybill/contract/core/problems'
import type { Context } from '../../context.ts'
import { type FoundTransfer, isArriving, readFileArrivals } from '../../transfers/index.ts'

/**
 * Lets those files of an arriving transfer through that are there, or that can be read as they come.
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
 * The same for a press that names no file: single files open as they come, but neither the zip, nor anything of a sender
 * without an account.
 *
 * @throws Problem 'files-still-arriving'
 */
export function requireSomeArrived({ transfer }: Pick<FoundTransfer, 'transfer'>, leadsToZip: boolean): void {
  if (!isArriving(transfer) || (transfer.account_id !== null && !leadsToZip)) return
  throw new Problem('files-still-arriving', { retryAfterSeconds: 60 })
}
