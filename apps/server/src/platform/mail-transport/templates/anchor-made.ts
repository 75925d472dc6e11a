import { button, heading, notes, paragraph, type Template } from '../mail-document.ts'

/** To keep, so it holds everything that an anchor says, one field a line. */
export const anchorMade: Template<'anchor-made'> = (facts, { words }) => {
  const own = words.anchorMade
  return {
    subject: own.subject(facts.number, facts.root.slice(0, 16)),
    slug: null,
    body: [
      heading(own.heading(facts.number)),
      paragraph(own.explain),
      notes(
        `${own.at}: ${facts.at}`,
        `${own.count}: ${facts.count}`,
        `${own.root}: ${facts.root}`,
        `${own.hash}: ${facts.hash}`,
        `${own.key}: ${facts.key}`,
        `${own.signature}: ${facts.signature}`,
      ),
      button(own.button, facts.link),
    ],
    replyTo: null,
  }
}
