import { spokenLanguage } from '../../shared/words/language.tsx'
import type { SubmissionSession } from './submission-session.tsx'

/** The link, and what its holder says of themselves. */
export function asWho({ said, link, page }: SubmissionSession) {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const who = page.user === null ? said : { note: said.note }
  return { ...link, ...who, lang: spokenLanguage(), ...(zone === undefined ? {} : { timeZone: zone }) }
}
