import { defang } from '../html.ts'
import { button, heading, note, paragraph, stampMark } from '../slip.ts'
import { formatMoment } from '../times.ts'
import type { Template } from '../written-mail.ts'

/** One press behind the link gives it; whoever replies writes to the person who asks. */
export const timeAsked: Template<'time-asked'> = (facts, { words, language }) => {
  const own = words.timeAsked
  const title = own.title(facts.asker)
  const what = facts.fileName === null ? [] : [words.digest.files(facts.fileName, facts.fileCount)]
  const ended = own.ended(formatMoment(facts.expiredAt, facts.senderTimeZone, language))
  return {
    subject: title,
    slug: facts.slug,
    text: [title, [...what, ended].join('\n'), own.explain, `${own.button}:\n${facts.link}`, own.ignore],
    blocks: [
      stampMark(own.stamp, 'waiting'),
      heading(title),
      ...what.map((line) => note(defang(line))),
      note(ended),
      paragraph(own.explain),
      button(own.button, facts.link),
      note(own.ignore),
    ],
    replyTo: facts.asker,
  }
}
