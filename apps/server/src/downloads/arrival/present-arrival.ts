import type { FileArrival } from '@waybill/contract/transfers/arrival'
import type { TransferView } from '@waybill/contract/transfers/transfer-view'
import type { Context } from '../../context.ts'
import { type FoundTransfer, isArriving, readArrivalOf, readFileArrivals } from '../../transfers/index.ts'

type Needs = Pick<Context, 'db' | 'stores'>
type Of = Pick<FoundTransfer, 'transfer'>

/** The files, each with how far it is for recipients; one that they can download whole is left as it is. */
export async function withArrival<File extends TransferView['files'][number]>(
  ctx: Needs,
  { transfer }: Of,
  files: readonly File[],
): Promise<File[]> {
  const arrivals = isArriving(transfer) ? await readFileArrivals(ctx, transfer) : new Map<string, FileArrival>()
  return files.map((file) => {
    const arrival = arrivals.get(file.id)
    return arrival === undefined ? file : { ...file, arrival }
  })
}

/** How far the transfer is, to be spread into its view; empty where all of it is there. */
export async function arrivalOf({ db }: Needs, { transfer }: Of): Promise<Pick<TransferView, 'arrival'>> {
  const arrival = await readArrivalOf(db, transfer)
  return arrival === null ? {} : { arrival }
}
