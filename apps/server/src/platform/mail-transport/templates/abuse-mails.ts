import { formatBytes } from '@waybill/contract/core/sizes'
import { button, heading, list, notes, paragraph, quote, type Template, theirs } from '../mail-document.ts'
import { followButton, senderStanding, subjectOf } from './recipient-lines.ts'

export const transferReported: Template<'transfer-reported'> = (facts, reader) => {
  const { words } = reader
  const own = words.transferReported
  const { complainers } = facts
  const opening =
    complainers === undefined
      ? { subject: own.subject, heading: own.heading(facts.sender.address), decide: own.decide }
      : {
          subject: own.stopped.subject,
          heading: own.stopped.heading(facts.sender.address, complainers),
          decide: own.stopped.decide,
        }
  return {
    subject: subjectOf(opening.subject, facts.slug, reader),
    slug: facts.slug,
    body: [
      heading(opening.heading, senderStanding(facts.sender, reader)),
      paragraph(own.reason(words.reportReasons[facts.reason])),
      quote(facts.text),
      facts.reporter === null ? null : notes(theirs(own.reporter(facts.reporter))),
      paragraph(opening.decide),
      button(own.button, facts.link),
      notes(own.command(`npm run waybill -- report decide ${facts.slug} --help`), own.more),
    ],
    replyTo: facts.reporter,
  }
}

export const infectedArrived: Template<'infected-arrived'> = (facts, reader) => {
  const { words } = reader
  const own = words.infectedArrived
  return {
    subject: own.subject(facts.sender.address),
    slug: facts.slug,
    body: [
      heading(own.heading(facts.sender.address)),
      list([{ name: facts.path, figure: formatBytes(facts.bytes, words.locale) }], { of: 1, more: words.andMore }),
      paragraph(own.explain),
      button(own.button, facts.link),
    ],
    replyTo: null,
  }
}

export const transferBlocked: Template<'transfer-blocked'> = (facts, reader) => {
  const { words } = reader
  const own = words.transferBlocked
  const reasons = new Intl.ListFormat(words.locale, { type: 'conjunction' }).format(
    facts.reasons.map((reason) => words.reportReasons[reason]),
  )
  return {
    subject: subjectOf(own.subject, facts.slug, reader),
    slug: facts.slug,
    body: [
      heading(own.heading),
      paragraph(own.means[facts.decision]),
      facts.reasons.length === 0 ? null : paragraph(own.because(reasons)),
      notes(own.answer(facts.supportEmail)),
      followButton(facts.follow, reader),
    ],
    replyTo: facts.supportEmail,
  }
}
