import { button, heading, notes, paragraph, stamp, type Template, theirs } from '../mail-document.ts'
import { formatDay } from '../times.ts'

/** A scheduled transfer that could not be sent at its time. */
export const notSent: Template<'not-sent'> = (facts, { words, language }) => {
  const own = words.notSent
  const name = facts.others > 0 ? `${facts.name} ${words.andMore(facts.others)}` : facts.name
  const day = formatDay(`${facts.localTime}:00Z`, 'UTC', language)
  return {
    subject: own.subject,
    slug: facts.slug,
    body: [
      stamp(own.stamp, 'waiting'),
      heading(own.subject, theirs(name)),
      notes(own.when(day, facts.localTime.slice(11), facts.timeZone.replaceAll('_', ' '))),
      paragraph(own.reasons[facts.because] ?? own.unknown),
      paragraph(own.next),
      button(own.button, facts.link),
    ],
    replyTo: null,
  }
}
