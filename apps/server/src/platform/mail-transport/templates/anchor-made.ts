import { button, heading, notes, paragraph, type Template } from '../mail-document.ts'

/** For keeping, so it holds every field of an anchor, one per line. */
export const anchorMade: Template<'anchor-made'> = (facts, { words }) => {
  const own = words.anchorMade
  return {
    subject: own.subject(facts.number, facts.root.slice(0, 16)),
    slug: null,
    body: [
      heading(own.heading(facts.number)),
      paragraph(own.explain),
      notes(
        words.labelled(own.at, facts.at),
        words.labelled(own.count, String(facts.count)),
        words.labelled(own.root, facts.root),
        words.labelled(own.hash, facts.hash),
        words.labelled(own.key, facts.key),
        words.labelled(own.signature, facts.signature),
      ),
      button(own.button, facts.link),
    ],
    replyTo: null,
  }
}
