import type { TeamPerson } from '../facts/team-mail-facts.ts'
import { button, heading, type Line, notes, paragraph, type Template, theirs } from '../mail-document.ts'
import { formatMoment } from '../times.ts'

/** What a person and a company call themselves, under a heading that names the address. */
const ownNames = (...names: string[]): Line[] => names.filter((name) => name !== '').map(theirs)

export const teamInvite: Template<'team-invite'> = ({ inviter, company, role, validDays, link }, { words }) => {
  const own = words.teamInvite
  return {
    subject: own.subject(inviter.address),
    slug: null,
    body: [
      heading(own.subject(inviter.address), ...ownNames(inviter.name, company)),
      paragraph(own.means),
      paragraph(own.role[role]),
      button(own.button, link),
      notes(own.validFor(validDays), own.notYou),
    ],
    replyTo: inviter.address,
  }
}

export const teamJoined: Template<'team-joined'> = ({ member, link }, { words }) => {
  const own = words.teamJoined
  return {
    subject: own.subject(member.address),
    slug: null,
    body: [
      heading(own.subject(member.address), ...ownNames(member.name)),
      paragraph(own.means),
      button(own.button, link),
    ],
    replyTo: null,
  }
}

export const teamRemoved: Template<'team-removed'> = ({ admin, company, link }, { words }) => {
  const own = words.teamRemoved
  return {
    subject: own.subject,
    slug: null,
    body: [
      heading(own.subject, ...ownNames(company)),
      paragraph(own.by(admin.address)),
      paragraph(own.means),
      button(own.button, link),
    ],
    replyTo: null,
  }
}

export const transferShared: Template<'transfer-shared'> = (facts, { words }) => {
  const own = words.transferShared
  const { sender, slug, title, fileName, fileCount, link } = facts
  const others = title || fileCount <= 1 ? [] : [own.more(fileCount - 1)]
  return {
    subject: own.subject(sender.address),
    slug,
    body: [
      heading(own.subject(sender.address), ...ownNames(sender.name)),
      paragraph(theirs(title || fileName), ...others),
      paragraph(own.means),
      button(own.button, link),
    ],
    replyTo: sender.address,
  }
}

export const requestShared: Template<'request-shared'> = (facts, { words }) => {
  const own = words.requestShared
  const { requester, slug, title, isAssigned, link } = facts
  const subject = isAssigned ? own.subjectAssigned : own.subject(requester.address)
  return {
    subject,
    slug,
    body: [
      heading(subject, ...(isAssigned ? [] : ownNames(requester.name))),
      paragraph(theirs(title), ...(isAssigned ? [own.by(requester.address)] : [])),
      paragraph(isAssigned ? own.meansAssigned : own.means),
      button(own.button, link),
    ],
    replyTo: requester.address,
  }
}

const named = ({ address, name }: TeamPerson): Line[] => [address, ...ownNames(name)]

export const teamHandoverAsked: Template<'team-handover-asked'> = ({ admin, link }, { words }) => {
  const own = words.teamHandoverAsked
  return {
    subject: own.subject,
    slug: null,
    body: [heading(own.subject, ...named(admin)), paragraph(own.means), button(own.button, link), notes(own.ignore)],
    replyTo: null,
  }
}

export const teamHandedOver: Template<'team-handed-over'> = ({ admin, isReader, link }, { words }) => {
  const own = words.teamHandedOver
  const subject = isReader ? own.subjectNew : own.subjectOld(admin.address)
  return {
    subject,
    slug: null,
    body: [
      heading(subject),
      paragraph(isReader ? own.meansNew : own.meansOld),
      button(isReader ? own.buttonNew : own.buttonOld, link),
    ],
    replyTo: null,
  }
}

export const teamFactorRequired: Template<'team-factor-required'> = ({ admin, company, link }, { words }) => {
  const own = words.teamFactorRequired
  return {
    subject: own.subject,
    slug: null,
    body: [
      heading(own.subject, ...ownNames(company)),
      paragraph(own.by(admin.address)),
      paragraph(own.means),
      button(own.button, link),
    ],
    replyTo: null,
  }
}

export const teamOverSeats: Template<'team-over-seats'> = (facts, { words, language }) => {
  const own = words.teamOverSeats
  const until = formatMoment(facts.endsAt, null, language)
  return {
    subject: own.subject,
    slug: null,
    body: [
      heading(own.subject),
      paragraph(own.counts(facts.members, facts.seats)),
      paragraph(
        facts.isAdmin ? own.admin(until) : (facts.hasSeat ? own.seated : own.member)(until, facts.adminAddress),
      ),
      button(facts.isAdmin ? own.buttonAdmin : own.buttonMember, facts.link),
    ],
    replyTo: null,
  }
}
