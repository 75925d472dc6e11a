import type { Language } from '@waybill/contract/fields'
import type { Notification } from '@waybill/contract/notifications'
import { placeName } from '../ui/place-name.ts'
import { notificationsWords } from '../words/notifications.ts'

/** Who did what with which file. */
export function sentenceOf({ kind, receiverEmail, fileName, fileCount }: Notification, language: Language): string {
  const words = notificationsWords[language]
  const what = fileName === null ? words.aTransfer : words.files(fileName, fileCount)
  return words.tell[kind](receiverEmail ?? words.somebody, what)
}

export const placeOf = ({ dlOrigin, dlCountryCode }: Notification, language: Language): string =>
  placeName({ city: dlOrigin, country: dlCountryCode }, language)
