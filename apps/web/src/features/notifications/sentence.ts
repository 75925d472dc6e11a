import type { Language } from '@waybill/contract/core/fields'
import type { Notification } from '@waybill/contract/notifications/endpoints'
import { isByProxy } from '@waybill/contract/tracking/evidence'
import { doubtOf } from '../../shared/evidence/evidence-words.ts'
import { evidenceWords } from '../../shared/evidence/words/evidence-words.ts'
import { placeName } from '../../shared/places/place-name.ts'
import { filesWords } from '../../shared/ui/files/words/files-words.ts'
import { notificationsWords } from './words/notifications-words.ts'

type Told = Pick<
  Notification,
  | 'kind'
  | 'title'
  | 'supplier'
  | 'receiverEmail'
  | 'fileName'
  | 'fileCount'
  | 'filesThere'
  | 'isSealed'
  | 'evidence'
  | 'doubtBytes'
>

/** Who did what with which file, and its evidence where that is weaker than their device's word. */
export function sentenceOf(told: Told, language: Language): string {
  const { kind, supplier, receiverEmail, isSealed } = told
  const words = notificationsWords[language]
  const sentence = words.tell[kind](supplier ?? receiverEmail ?? words.somebody, whatOf(told, language))
  return [isSealed ? words.sealed(sentence) : sentence, ...evidenceOf(told, language)].join(
    evidenceWords[language].besides,
  )
}

function whatOf({ kind, title, fileName, fileCount, filesThere }: Told, language: Language): string {
  const words = notificationsWords[language]
  if (filesThere !== null) return words.filesThere(filesThere, fileCount)
  if (fileName !== null) return filesWords[language].namedFiles(fileName, fileCount)
  // A submission without a file is answers alone.
  if (kind === 'answered') return words.answers
  return title === null ? words.aTransfer : words.aRequest
}

function evidenceOf({ evidence, doubtBytes }: Told, language: Language): string[] {
  return [
    ...(isByProxy(evidence) ? [evidenceWords[language].kinds[evidence]] : []),
    ...(doubtBytes > 0 ? [doubtOf({ bytes: doubtBytes, isEnd: false }, language)] : []),
  ]
}

/** The address of its subject: the transfer's record, or the request's. */
export const wayOf = ({ slug, title }: Pick<Notification, 'slug' | 'title'>): string =>
  `/dash/${title === null ? 'transfers' : 'requests'}/${slug}`

export const placeOf = ({ dlOrigin, dlCountryCode }: Notification, language: Language): string =>
  placeName({ city: dlOrigin, country: dlCountryCode }, language)
