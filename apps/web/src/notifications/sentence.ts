import type { Language } from '@waybill/contract/fields'
import type { Notification } from '@waybill/contract/notifications'
import { formatBytes } from '@waybill/contract/sizes'
import { placeName } from '../ui/place-name.ts'
import { evidenceWords } from '../words/evidence.ts'
import { notificationsWords } from '../words/notifications.ts'

type Told = Pick<
  Notification,
  'kind' | 'supplier' | 'receiverEmail' | 'fileName' | 'fileCount' | 'isSealed' | 'evidence' | 'doubtBytes'
>

/** Who did what with which file, and what that rests on where it is less than their device's word. */
export function sentenceOf(told: Told, language: Language): string {
  const { kind, supplier, receiverEmail, fileName, fileCount, isSealed } = told
  const words = notificationsWords[language]
  const what = fileName === null ? words.aTransfer : words.files(fileName, fileCount)
  const sentence = words.tell[kind](supplier ?? receiverEmail ?? words.somebody, what)
  return [isSealed ? words.sealed(sentence) : sentence, ...restsOf(told, language)].join(
    evidenceWords[language].besides,
  )
}

function restsOf({ evidence, doubtBytes }: Told, language: Language): string[] {
  const words = evidenceWords[language]
  return [
    ...(evidence === null || evidence === 'received' ? [] : [words.kinds[evidence]]),
    ...(doubtBytes > 0 ? [words.doubt(formatBytes(doubtBytes, language), false)] : []),
  ]
}

/** The address of what it is about: its transfer's record, or its request's. */
export const wayOf = ({ slug, title }: Pick<Notification, 'slug' | 'title'>): string =>
  `/dash/${title === null ? 'transfers' : 'requests'}/${slug}`

export const placeOf = ({ dlOrigin, dlCountryCode }: Notification, language: Language): string =>
  placeName({ city: dlOrigin, country: dlCountryCode }, language)
