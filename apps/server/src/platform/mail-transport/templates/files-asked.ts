import type { MailFacts } from '../facts/mail-facts.ts'
import {
  button,
  heading,
  list,
  type MailDocument,
  notes,
  paragraph,
  quote,
  type Reader,
  stamp,
  type Template,
  theirs,
} from '../mail-document.ts'
import { formatMoment } from '../times.ts'

type Facts = MailFacts['files-asked']

export const filesAsked: Template<'files-asked'> = (facts, reader) => {
  const own = reader.words.filesAsked
  const who = facts.requester.address
  const due = momentOf(facts, reader)
  return ask(facts, reader, {
    subject: own.subject(who, facts.title),
    title: own.heading(who),
    mark: null,
    message: facts.message,
    label: own.button,
    dueLine: due && own.due(due),
  })
}

export const filesAskedAgain: Template<'files-asked-again'> = (facts, reader) => {
  const own = reader.words.filesAsked
  const due = momentOf(facts, reader)
  return ask(facts, reader, {
    subject: own.again.subject(facts.title),
    title: own.again.heading(facts.requester.address),
    mark: facts.isLate ? own.again.stamp.late : own.again.stamp.soon,
    message: '',
    label: own.button,
    dueLine: due && (facts.isLate ? own.again.wasDue(due) : own.due(due)),
  })
}

export const itemSentBack: Template<'item-sent-back'> = (facts, reader) => {
  const own = reader.words.filesAsked
  const due = momentOf(facts, reader)
  return ask({ ...facts, items: [], itemCount: 0 }, reader, {
    subject: own.sentBack.subject(facts.item, facts.title),
    title: own.sentBack.heading(facts.requester.address, facts.item),
    mark: own.sentBack.stamp,
    message: facts.note,
    label: own.sentBack.button,
    dueLine: due && own.due(due),
  })
}

const momentOf = ({ dueAt, timeZone }: Facts, { language }: Reader): string | null =>
  dueAt === null ? null : formatMoment(dueAt, timeZone, language)

interface Wording {
  subject: string
  title: string
  /** The word of the stamp. */
  mark: string | null
  /** The requester's message. */
  message: string
  label: string
  dueLine: string | null
}

/** The requester's proven address comes first. A name, which anyone may choose, never replaces it. */
function ask(
  facts: Facts,
  { words }: Reader,
  { subject, title, mark, message, label, dueLine }: Wording,
): MailDocument {
  const own = words.filesAsked
  const { address, name, company } = facts.requester
  const signed = name === null && company === null ? [] : [theirs(own.signed(name, company))]
  const rows = facts.items.map(({ name: item, hint, isRequired }) => ({
    name: item,
    lines: hint === '' ? [] : [hint],
    figure: isRequired ? own.required : own.optional,
  }))
  return {
    subject,
    slug: facts.slug,
    body: [
      mark === null ? null : stamp(mark, 'waiting'),
      heading(title, words.addressVerified(address), ...signed),
      paragraph(theirs(facts.title)),
      quote(message),
      list(rows, { of: facts.itemCount, more: words.andMore }),
      dueLine === null ? null : paragraph(dueLine),
      facts.isSealed ? paragraph(own.sealed(address)) : null,
      button(label, facts.link),
      notes(words.sentences(facts.isSealed ? own.explainSealed : own.explain, own.unknownSender)),
    ],
    replyTo: address,
  }
}
