import { QUARANTINE_DAYS } from '@waybill/contract/domains/endpoints'
import { button, heading, notes, paragraph, type Template, theirs } from '../mail-document.ts'
import { formatMoment } from '../times.ts'

/** The host of a workspace's links no longer points here. */
export const hostWrong: Template<'host-wrong'> = ({ host, offAfter, link }, { words, language }) => {
  const own = words.hostWrong
  const subject = offAfter === null ? own.off : own.failing
  return {
    subject,
    slug: null,
    body: [
      heading(subject, theirs(host)),
      paragraph(offAfter === null ? own.offMeans : own.means),
      paragraph(offAfter === null ? own.back(QUARANTINE_DAYS) : own.until(formatMoment(offAfter, null, language))),
      button(own.button, link),
    ],
    replyTo: null,
  }
}

export const mailDomainFailed: Template<'mail-domain-failed'> = ({ domain, because, link }, { words }) => {
  const own = words.mailDomainFailed
  return {
    subject: own.subject(domain),
    slug: null,
    body: [
      heading(own.subject(domain)),
      paragraph(own.because[because]),
      paragraph(own.means),
      button(own.button, link),
      notes(own.next[because]),
    ],
    replyTo: null,
  }
}

export const mailDomainTest: Template<'mail-domain-test'> = ({ domain, link }, { words }) => {
  const own = words.mailDomainTest
  return {
    subject: own.subject(domain),
    slug: null,
    body: [heading(own.subject(domain)), paragraph(own.means), paragraph(own.look), button(own.button, link)],
    replyTo: null,
  }
}
