import { weakestOnRecord } from '@waybill/contract/tracking/evidence'
import type { DeliveryDoubt, DeliveryKnown } from '@waybill/contract/transfers/list-endpoints'
import type { KnownRow } from '../manage/record-store.ts'

/** Nothing was delivered, or another field reports it. */
export const nothingKnown: DeliveryKnown = { evidence: null, doubt: null, openDoubt: null }

/**
 * The evidence of some deliveries, in wire format. If one of them has an entry without evidence, all are reported
 * without.
 */
export function presentKnown(row: KnownRow): DeliveryKnown {
  return {
    evidence: weakestOnRecord(row.evidence),
    doubt: doubtOf(row.doubtBytes, row.doubtFiles, row.isDoubtEnd),
    openDoubt: doubtOf(row.openBytes, row.openFiles, row.isOpenEnd),
  }
}

const doubtOf = (bytes: number, files: number, isEnd: boolean): DeliveryDoubt | null =>
  files === 0 ? null : { bytes, files, isEnd: isEnd && files === 1 }
