import { button, heading, note, paragraph } from '../slip.ts'
import type { Template } from '../written-mail.ts'

/** To be kept: everything stands in the text too, one field a line. */
export const anchorMade: Template<'anchor-made'> = (facts, { words }) => {
  const own = words.anchorMade
  const title = own.heading(facts.number)
  const lines = [
    `${own.at}: ${facts.at}`,
    `${own.count}: ${facts.count}`,
    `${own.root}: ${facts.root}`,
    `${own.hash}: ${facts.hash}`,
    `${own.key}: ${facts.key}`,
    `${own.signature}: ${facts.signature}`,
  ]
  return {
    subject: own.subject(facts.number, facts.root.slice(0, 16)),
    slug: null,
    text: [title, own.explain, lines.join('\n'), `${own.button}:\n${facts.link}`],
    blocks: [
      heading(title),
      paragraph(own.explain),
      ...lines.map((line) => note(line)),
      button(own.button, facts.link),
    ],
    replyTo: null,
  }
}
