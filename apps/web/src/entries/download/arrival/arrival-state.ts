import type { ArrivalNews, ArrivalView, FileArrival } from '@waybill/contract/transfers/arrival'
import type { ReceivedFile } from '../files/contents.tsx'

/** How far a transfer is, as this page has heard. */
export interface ArrivalState {
  view: ArrivalView
  /** The files that are not there, by id. Null: no message yet, and files are as the page was served. */
  away: ReadonlyMap<string, FileArrival> | null
}

/** The state after a message. `isWhole`: it names every file that is not there; else only files that changed. */
export function hearArrival(state: ArrivalState, { files, ...view }: ArrivalNews, isWhole: boolean): ArrivalState {
  const away = new Map(isWhole ? [] : state.away)
  for (const { id, arrival } of files) {
    if (arrival) away.set(id, arrival)
    else away.delete(id)
  }
  return { view, away }
}

/** The file as it is now. One whose rest does not come at present cannot be downloaded. */
export function fileNow(file: ReceivedFile, { view, away }: ArrivalState): ReceivedFile {
  const { arrival: first, ...rest } = file
  const arrival = view.state === 'whole' ? undefined : away === null ? first : away.get(file.id)
  if (arrival === undefined) return rest
  return { ...rest, arrival: { ...arrival, isReadable: arrival.isReadable && arrival.state === 'arriving' } }
}
