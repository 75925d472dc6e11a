import type { MailFacts } from '../facts/mail-facts.ts'
import {
  button,
  heading,
  type Line,
  notes,
  paragraph,
  type Reader,
  stamp,
  type Template,
  theirs,
} from '../mail-document.ts'
import { formatMoment } from '../times.ts'
import { senderStanding, subjectOf, twoClocks } from './recipient-lines.ts'

type Requested = Pick<MailFacts['extension-requested'], 'fileName' | 'fileCount'>

/** What the request is about; nothing where no file is left. */
const filesOf = ({ fileName, fileCount }: Requested, { words }: Reader): Line[] =>
  fileName === null ? [] : [theirs(words.digest.files(fileName, fileCount))]

/** The button leads to the page that extends the link. A reply goes to the requester. */
export const extensionRequested: Template<'extension-requested'> = (facts, reader) => {
  const own = reader.words.extensionRequested
  const title = own.title(facts.requester)
  return {
    subject: subjectOf(title, facts.slug, reader),
    slug: facts.slug,
    body: [
      stamp(own.stamp, 'waiting'),
      heading(title),
      notes(...filesOf(facts, reader), own.ended(formatMoment(facts.expiredAt, facts.senderTimeZone, reader.language))),
      paragraph(own.explain),
      button(own.button, facts.link),
      notes(own.ignore),
    ],
    replyTo: facts.requester,
  }
}

/** The button leads to the page that adds them. A reply goes to the requester. */
export const accessRequested: Template<'access-requested'> = (facts, reader) => {
  const own = reader.words.accessRequested
  const title = own.title(facts.requester)
  return {
    subject: subjectOf(title, facts.slug, reader),
    slug: facts.slug,
    body: [
      stamp(own.stamp, 'waiting'),
      heading(title),
      notes(...filesOf(facts, reader), ...(facts.through ? [own.through(facts.through)] : [])),
      paragraph(own.explain),
      button(own.button, facts.link),
      notes(own.ignore),
    ],
    replyTo: facts.requester,
  }
}

/** The new expiry on the sender's clock and on the reader's. */
export const extensionGranted: Template<'extension-granted'> = (facts, reader) => {
  const own = reader.words.extensionGranted
  const title = own.title(facts.sender.address)
  const { expiresAt, senderTimeZone, readerTimeZone } = facts
  return {
    subject: title,
    slug: facts.slug,
    body: [
      stamp(own.stamp, 'delivered'),
      heading(title, senderStanding(facts.sender, reader)),
      expiresAt === null
        ? paragraph(own.forEver)
        : paragraph(own.until, ...twoClocks(expiresAt, senderTimeZone, readerTimeZone, reader)),
      button(own.button, facts.link),
    ],
    replyTo: facts.sender.address,
  }
}
