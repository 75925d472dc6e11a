import type { Language } from '@waybill/contract/core/fields'
import { formatBytes } from '@waybill/contract/core/sizes'
import { type EvidenceKind, isByProxy } from '@waybill/contract/tracking/evidence'
import type { DeliveryDoubt } from '@waybill/contract/transfers/list-endpoints'
import { evidenceWords } from './words/evidence-words.ts'

/** The evidence for something that was sent to somebody. */
export interface Known {
  /** 'arrived': all of it is there, and not finished. */
  state: 'finished' | 'arrived'
  evidence: EvidenceKind | null
  /** The named doubt of a finished file, or what keeps an arrived one from being finished. Null: nothing. */
  doubt: Pick<DeliveryDoubt, 'bytes' | 'isEnd'> | null
}

/** 'Delivered – received by their device', 'Handed to your proxy', 'Almost: the last 3 MB are in doubt'. Pure. */
export function statementOf({ state, evidence, doubt }: Known, language: Language): string {
  const words = evidenceWords[language]
  if (state === 'arrived') {
    return doubt === null ? words.arrived : words.almost(formatBytes(doubt.bytes, language), doubt.isEnd)
  }
  if (doubt === null) return evidence === null ? words.finishedSomehow : words.finished[evidence]
  const told = isByProxy(evidence) ? words.finished[evidence] : words.finishedSomehow
  return [told, doubtOf(doubt, language)].join(words.besides)
}

/** 'the last 3 MB in doubt' */
export const doubtOf = ({ bytes, isEnd }: Pick<DeliveryDoubt, 'bytes' | 'isEnd'>, language: Language): string =>
  evidenceWords[language].doubt(formatBytes(bytes, language), isEnd)

/**
 * What such a statement means and what it does not mean, a paragraph each; and how to get better evidence, where that
 * exists.
 */
export function explanationOf({ state, evidence, doubt }: Known, language: Language): string[] {
  const words = evidenceWords[language]
  if (state === 'arrived') return [doubt === null ? words.arrivedExplained : words.almostExplained, words.nobodyKnows]
  // No device has shown that it read all of the doubtful bytes.
  const rests = evidence === null || (evidence === 'received' && doubt !== null) ? [] : [words.explained[evidence]]
  return [
    ...rests,
    ...(doubt === null ? [] : [words.doubtExplained]),
    ...(isByProxy(evidence) ? [words.stronger] : []),
    words.nobodyKnows,
  ]
}
