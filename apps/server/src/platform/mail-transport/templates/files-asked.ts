import { defang } from '../html.ts'
import type { MailFacts } from '../mail-facts.ts'
import { button, heading, note, paragraph, quote, stampMark } from '../slip.ts'
import { formatMoment } from '../times.ts'
import type { Reader, Template } from '../written-mail.ts'
import { listedRows } from './listed-rows.ts'

type Facts = MailFacts['files-asked']

interface Frame {
  subject: string
  title: string
  stamp: string | null
  /** What the requester writes. */
  message: string
  label: string
  dueLine: string | null
}

/** The asker's proven address comes first and is never replaced by a name, which anyone may choose. */
export const filesAsked: Template<'files-asked'> = (facts, reader) => {
  const own = reader.words.filesAsked
  const who = facts.requester.address
  const due = momentOf(facts, reader)
  return ask(facts, reader, {
    subject: own.subject(who, facts.title),
    title: own.heading(who),
    stamp: null,
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
    stamp: facts.isLate ? own.again.stamp.late : own.again.stamp.soon,
    message: '',
    label: own.button,
    dueLine: due && (facts.isLate ? own.again.wasDue(due) : own.due(due)),
  })
}

export const slotSentBack: Template<'slot-sent-back'> = (facts, reader) => {
  const own = reader.words.filesAsked
  const due = momentOf(facts, reader)
  return ask({ ...facts, slots: [], slotCount: 0 }, reader, {
    subject: own.sentBack.subject(facts.slot, facts.title),
    title: own.sentBack.heading(facts.requester.address, facts.slot),
    stamp: own.sentBack.stamp,
    message: facts.note,
    label: own.sentBack.button,
    dueLine: due && own.due(due),
  })
}

const momentOf = ({ dueAt, timeZone }: Facts, { language }: Reader): string | null =>
  dueAt === null ? null : formatMoment(dueAt, timeZone, language)

function ask(facts: Facts, { words }: Reader, { subject, title, stamp, message, label, dueLine }: Frame) {
  const own = words.filesAsked
  const { address, name, company } = facts.requester
  const standing = words.addressVerified(address)
  const signed = name === null && company === null ? [] : [own.signed(name, company)]
  const said = message.trim() === '' ? [] : message.trim().split(/\r\n|\r|\n/)
  const rows = facts.slots.map(({ name: slot, hint, isRequired }) => ({
    name: slot,
    lines: hint === '' ? [] : [hint],
    figure: isRequired ? own.required : own.optional,
  }))
  const hidden = facts.slotCount - rows.length
  const { text, block } = listedRows(rows, hidden > 0 ? words.andMore(hidden) : null)
  const due = dueLine === null ? [] : [dueLine]
  const how = facts.isSealed ? [own.sealed(address)] : []
  const advice = `${facts.isSealed ? own.explainSealed : own.explain} ${own.unknownSender}`
  return {
    subject,
    slug: facts.slug,
    text: [
      [title, standing, ...signed].join('\n'),
      facts.title,
      said.map((line) => `> ${line}`).join('\n'),
      ...text,
      ...due,
      ...how,
      `${label}:\n${facts.link}`,
      advice,
    ],
    blocks: [
      ...(stamp === null ? [] : [stampMark(stamp, 'waiting')]),
      heading(title),
      note(standing),
      ...signed.map((line) => note(defang(line))),
      paragraph(defang(facts.title)),
      ...(said.length > 0 ? [quote(said.map(defang))] : []),
      ...(rows.length > 0 ? [block] : []),
      ...due.map(paragraph),
      ...how.map(paragraph),
      button(label, facts.link),
      note(advice),
    ],
    replyTo: address,
  }
}
