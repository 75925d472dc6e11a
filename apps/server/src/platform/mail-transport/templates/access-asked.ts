import { defang } from '../html.ts'
import { button, heading, note, paragraph, stampMark } from '../slip.ts'
import type { Template } from '../written-mail.ts'

/** One press behind the link adds them; whoever replies writes to the person who asks. */
export const accessAsked: Template<'access-asked'> = (facts, { words }) => {
  const own = words.accessAsked
  const title = own.title(facts.asker)
  const what = facts.fileName === null ? [] : [words.digest.files(facts.fileName, facts.fileCount)]
  const through = facts.through ? [own.through(facts.through)] : []
  return {
    subject: title,
    slug: facts.slug,
    text: [title, [...what, ...through].join('\n'), own.explain, `${own.button}:\n${facts.link}`, own.ignore],
    blocks: [
      stampMark(own.stamp, 'waiting'),
      heading(title),
      ...what.map((line) => note(defang(line))),
      ...through.map((line) => note(line)),
      paragraph(own.explain),
      button(own.button, facts.link),
      note(own.ignore),
    ],
    replyTo: facts.asker,
  }
}
