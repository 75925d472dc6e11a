import { button, heading, paragraph, stamp, type Template, theirs } from '../mail-document.ts'

/** An upload that has broken off, while its recipients wait for it. */
export const uploadBrokeOff: Template<'upload-broke-off'> = (facts, { words }) => {
  const own = words.brokeOff
  const subject = own.subject(facts.percent)
  return {
    subject,
    slug: facts.slug,
    body: [
      stamp(own.stamp, 'waiting'),
      heading(subject, theirs(facts.others > 0 ? `${facts.name} ${words.andMore(facts.others)}` : facts.name)),
      paragraph(own.there(facts.filesThere, facts.fileCount)),
      paragraph(own.next),
      button(own.button, facts.link),
    ],
    replyTo: null,
  }
}

/** How an arriving transfer has gone on. */
export const arrivalChanged: Template<'arrival-changed'> = (facts, { words }) => {
  const own = words.arrivalChanged[facts.state]
  const { address } = facts.sender
  return {
    subject: own.subject(address, facts.filesThere),
    slug: facts.slug,
    body: [
      heading(own.heading(facts.filesThere, facts.fileCount), address),
      paragraph(own.explain(facts.filesThere)),
      ...(facts.link === null ? [] : [button(words.arrivalChanged.button, facts.link)]),
    ],
    replyTo: address,
  }
}
