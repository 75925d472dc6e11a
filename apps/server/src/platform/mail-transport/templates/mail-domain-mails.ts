import { button, heading, notes, paragraph, type Template } from '../mail-document.ts'

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
