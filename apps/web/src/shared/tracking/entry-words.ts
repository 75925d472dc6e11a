import type { Language } from '@waybill/contract/core/fields'
import { formatBytes } from '@waybill/contract/core/sizes'
import type { LedgerEntry } from '@waybill/contract/tracking/endpoints'
import { isByProxy } from '@waybill/contract/tracking/evidence'
import { EXTENSION_SECONDS, expiryOptions } from '@waybill/contract/transfers/expiry'
import { doubtOf, type Known } from '../evidence/evidence-words.ts'
import { evidenceWords } from '../evidence/words/evidence-words.ts'
import { expiriesWords } from '../expiry/words/expiries-words.ts'
import { formatLocalTime } from '../time/local-time.ts'
import type { TrackingWords } from './words/en.ts'
import { trackingWords } from './words/tracking-words.ts'

/** What an entry says beside its stamp: how much, why, what changed. '' where the stamp says it all. */
export function detailOf(entry: LedgerEntry, language: Language): string {
  const { kind, actorKind, reason, detail, bytes, evidence, doubtBytes, lateMs } = entry
  const words = trackingWords[language]
  if (actorKind === 'bot') return machineOf(reason, detail, language)
  const sure = [bytes === null ? wordsFor(kind, detail, language) : sizeOf(bytes, detail, language)]
  if (evidence !== null && isTold(entry)) sure.push(evidenceWords[language].kinds[evidence])
  if (doubtBytes) sure.push(doubtOf({ bytes: doubtBytes, isEnd: false }, language))
  if (lateMs !== null) sure.push(words.savedLate(Math.round(lateMs / 1_000)))
  return sure.filter(Boolean).join(words.besides)
}

/**
 * For finished files always; for a part, which is usually silent, where a proxy was between, and nothing where in
 * doubt.
 */
const isTold = ({ kind, evidence, doubtBytes }: LedgerEntry): boolean =>
  evidence !== 'received' || (kind === 'finished' && !doubtBytes)

/** What happened, in a word: bytes that a proxy has are not called delivered. */
export function kindOf({ kind, evidence }: Pick<LedgerEntry, 'kind' | 'evidence'>, words: TrackingWords): string {
  return kind === 'finished' && isByProxy(evidence) ? words.handedOver : words.kinds[kind]
}

/** The evidence for what an entry says is finished; null where it says no such thing. */
export function knownOf({ kind, actorKind, evidence, doubtBytes }: LedgerEntry): Known | null {
  if (kind !== 'finished' || actorKind === 'bot' || (evidence === null && !doubtBytes)) return null
  return { state: 'finished', evidence, doubt: doubtBytes ? { bytes: doubtBytes, isEnd: false } : null }
}

/** What changed, or why. */
function wordsFor(kind: LedgerEntry['kind'], detail: string | null, language: Language): string {
  const words = trackingWords[language]
  if (detail === null) return ''
  if (kind === 'edited') return editOf(detail, language)
  if (kind === 'extended') return lifeOf(detail, language)
  if (kind === 'sent') return detail === 'while-uploading' ? words.whileUploading : words.asScheduled
  if (kind === 'scheduled') return scheduleOf(detail, language)
  if (kind === 'proven') return words.proofs[detail] ?? detail
  if (kind === 'mailed') return detail === 'reminder' ? words.mailedAgain : detail
  if (kind === 'unsent') return ''
  return kind === 'bounced' ? words.mailCode(detail) : detail
}

/** Why it counts as a bot's, and how many visits the entry represents. */
function machineOf(reason: string | null, detail: string | null, language: Language): string {
  const words = trackingWords[language]
  const why = reason === null ? '' : (words.reasons[reason] ?? reason)
  const [, counted, count] = /^(times|more) (\d+)$/.exec(detail ?? '') ?? []
  if (counted === undefined) return why
  const visits = counted === 'times' ? words.visited(Number(count)) : words.visitedMore(Number(count))
  return [visits, why].filter(Boolean).join(words.apart)
}

/** Whether somebody who already had all of something got it again. */
export const isRepeat = ({ kind, detail }: Pick<LedgerEntry, 'kind' | 'detail'>): boolean =>
  kind === 'delivered' && /^again\b/.test(detail ?? '')

/** 'again', and with how many files as one zip. */
function sizeOf(bytes: number, detail: string | null, language: Language): string {
  const [words, size] = [trackingWords[language], formatBytes(bytes, language)]
  const [isAgain, count] = /^again(?: (\d+))?$/.exec(detail ?? '') ?? []
  if (isAgain === undefined) return size
  return count === undefined ? words.fileAgain(size) : words.zipAgain(size, Number(count))
}

/** 'recipients +2', 'files -1', 'files replaced 1', or the names of the fields that changed. */
/** '2026-11-27T09:00 Europe/Berlin' */
function scheduleOf(detail: string, language: Language): string {
  const [localTime = '', zone = ''] = detail.split(' ')
  return `${formatLocalTime(localTime, language)} (${zone.replaceAll('_', ' ')})`
}

function editOf(detail: string, language: Language): string {
  const words = trackingWords[language]
  if (detail.startsWith('files replaced')) return words.fileReplaced
  const [, what, sign, digits] = /^(recipients|files) ([+-])(\d+)$/.exec(detail) ?? []
  if (what !== undefined) {
    const [added, removed] =
      what === 'files' ? [words.filesAdded, words.filesRemoved] : [words.peopleAdded, words.peopleRemoved]
    return (sign === '+' ? added : removed)(Number(digits))
  }
  return words.edited(
    detail
      .split(' ')
      .map((field) => words.edits[field] ?? field)
      .join(words.and),
  )
}

function lifeOf(detail: string, language: Language): string {
  if (detail === String(EXTENSION_SECONDS)) return trackingWords[language].newExpiry(trackingWords[language].twoDays)
  const option = expiryOptions.find(({ seconds }) => String(seconds) === detail)
  return option ? trackingWords[language].newExpiry(expiriesWords[language][option.key]) : ''
}
