import { isAnonymous } from '@waybill/contract/billing/plans'
import type { Draft } from '../../../shared/drafts/draft.ts'
import { spokenLanguage } from '../../../shared/words/language.tsx'

/** What goes with the files, as the wire has it. */
export function transferDetailsOf({
  role,
  sendAs,
  senderEmail,
  emailTo,
  message,
  expirySeconds,
  remindRecipients,
}: Draft) {
  return {
    sendAs,
    senderEmail,
    emailTo: emailTo.map((email) => ({ email })),
    message,
    expirySeconds,
    ...(isAnonymous(role) ? {} : { remindRecipients }),
    lang: spokenLanguage(),
  }
}

export type TransferDetails = ReturnType<typeof transferDetailsOf>
