import { spokenLanguage } from '../words/language.tsx'
import type { Draft } from './draft.ts'

/** What goes with the files, as the wire has it. */
export function letterOf({ sendAs, senderEmail, emailTo, message, expirySeconds }: Draft) {
  return {
    sendAs,
    senderEmail,
    emailTo: emailTo.map((email) => ({ email })),
    message,
    expirySeconds,
    lang: spokenLanguage(),
  }
}

export type Letter = ReturnType<typeof letterOf>
