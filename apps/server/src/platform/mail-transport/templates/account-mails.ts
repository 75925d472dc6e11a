import type { MailFacts } from '../facts/mail-facts.ts'
import { button, heading, type Line, notes, paragraph, type Reader, type Template, theirs } from '../mail-document.ts'
import { formatMoment } from '../times.ts'
import { placeName } from './recipient-lines.ts'

/** Which browser, where, and when by the reader's clock. A browser chooses its own name. */
function signInLines(facts: MailFacts['new-sign-in'], reader: Reader): Line[] {
  const place = placeName(facts.place, reader)
  const moment = formatMoment(facts.at, facts.readerTimeZone, reader.language)
  return [...(facts.device === '' ? [] : [theirs(facts.device)]), ...(place === null ? [] : [place]), moment]
}

export const newSignIn: Template<'new-sign-in'> = (facts, reader) => {
  const own = reader.words.newSignIn
  return {
    subject: own.subject,
    slug: null,
    body: [
      heading(own.heading),
      notes(...signInLines(facts, reader)),
      paragraph(own.wasYou),
      paragraph(own.notYou),
      button(own.button, facts.link),
    ],
    replyTo: null,
  }
}

export const sessionReused: Template<'session-reused'> = (facts, reader) => {
  const own = reader.words.sessionReused
  return {
    subject: own.subject,
    slug: null,
    body: [
      heading(own.heading),
      notes(...signInLines(facts, reader)),
      paragraph(own.explain),
      paragraph(own.notYou),
      button(own.button, facts.link),
    ],
    replyTo: null,
  }
}

export const passwordReset: Template<'password-reset'> = (facts, { words }) => {
  const own = words.passwordReset
  return {
    subject: own.subject,
    slug: null,
    body: [
      heading(own.subject),
      paragraph(own.explain),
      button(own.button, facts.link),
      notes(own.validFor(facts.validMinutes)),
      notes(own.notYou),
    ],
    replyTo: null,
  }
}

export const passwordChanged: Template<'password-changed'> = (facts, { words }) => {
  const own = words.passwordChanged
  return {
    subject: own.subject,
    slug: null,
    body: [heading(own.subject), paragraph(own.explain), paragraph(own.notYou), button(own.button, facts.link)],
    replyTo: null,
  }
}

export const factorChanged: Template<'factor-changed'> = ({ change, passkeyName, link }, { words }) => {
  const own = words.factorChanged
  const isKey = change === 'key-made'
  const named = isKey ? own.key : own.passkey
  const effect = isKey ? own.acts : change === 'totp-on' || change === 'passkey-added' ? own.on : own.off
  return {
    subject: own.heading[change],
    slug: null,
    body: [
      heading(own.heading[change], ...(passkeyName === '' ? [] : [theirs(named(passkeyName))])),
      paragraph(effect),
      paragraph(own.notYou),
      button(own.button, link),
    ],
    replyTo: null,
  }
}

/** Does not name the new address: the current reader of the old mailbox may not be the account's owner. */
export const emailChanged: Template<'email-changed'> = ({ address, link, supportEmail }, { words }) => {
  const own = words.emailChanged
  return {
    subject: own.subject,
    slug: null,
    body: [
      heading(own.subject),
      paragraph(own.explain(address)),
      paragraph(own.notYou),
      button(own.button, link),
      paragraph(own.orWrite(supportEmail)),
    ],
    replyTo: null,
  }
}

export const accountDeleted: Template<'account-deleted'> = ({ address, isMember, supportEmail }, { words }) => {
  const own = words.accountDeleted
  const explain = isMember ? own.explainMember : own.explain
  return {
    subject: own.subject,
    slug: null,
    body: [heading(own.subject), paragraph(explain(address)), paragraph(own.notYou(supportEmail))],
    replyTo: null,
  }
}
