import { isAnonymous } from '@waybill/contract/billing/plans'
import type { Draft } from '../../../shared/drafts/draft.ts'
import { spokenLanguage } from '../../../shared/words/language.tsx'

/** The transfer's details beside the files, in the wire's terms. */
export function transferDetailsOf({
  role,
  sendAs,
  senderEmail,
  emailTo,
  title,
  message,
  expirySeconds,
  remindRecipients,
  shareWith,
}: Draft) {
  return {
    sendAs,
    senderEmail,
    emailTo: emailTo.map((email) => ({ email })),
    title,
    message,
    expirySeconds,
    ...(isAnonymous(role) ? {} : { remindRecipients }),
    ...(shareWith.length > 0 ? { shareWith: shareWith.map((shareWithId) => ({ shareWithId })) } : {}),
    lang: spokenLanguage(),
  }
}

/** What an account chose for who may open it and its alerts; the plan keeps them for the save. */
export function chosenOptionsOf({ role, options }: Draft) {
  const { password, downloadLimit, onlyProven, alerts, sendLater } = options
  return isAnonymous(role) ? {} : { downloadLimit, onlyProven, alerts, sendLater, password: password || null }
}

export type TransferDetails = ReturnType<typeof transferDetailsOf>
