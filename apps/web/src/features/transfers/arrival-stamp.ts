import type { ListedTransfer } from '@waybill/contract/transfers/list-endpoints'
import type { StampInk } from '../../shared/ui/marks/stamp.tsx'
import { percentThere } from '../../shared/upload/percent-there.ts'

interface ArrivalStamp {
  word: 'arriving' | 'broken'
  percent: number
  ink: StampInk
}

/**
 * The stamp of a transfer whose files are not all there: quiet while they come, loud where the sender has to go on. Null
 * where all are there, or something else matters more.
 */
export function arrivalStampOf({
  state,
  arrival,
  isBlocked,
  isInfected,
}: Pick<ListedTransfer, 'state' | 'arrival' | 'isBlocked' | 'isInfected'>): ArrivalStamp | null {
  if (state !== 'active' || isBlocked || isInfected || !arrival || arrival.state === 'whole') return null
  const percent = percentThere(arrival.arrivedBytes, arrival.totalBytes)
  return { word: arrival.state, percent, ink: arrival.state === 'broken' ? 'stamp' : 'waiting' }
}
