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
import type { MailFacts } from '../mail-facts.ts'
import { formatMoment } from '../times.ts'
import { senderStanding, subjectOf, twoClocks } from './recipient-lines.ts'

type Asked = Pick<MailFacts['time-asked'], 'fileName' | 'fileCount'>

/** What the request is about; nothing where no file is left. */
const filesOf = ({ fileName, fileCount }: Asked, { words }: Reader): Line[] =>
  fileName === null ? [] : [theirs(words.digest.files(fileName, fileCount))]

/** The button leads to the page that extends the link. A reply goes to the person who asks. */
export const timeAsked: Template<'time-asked'> = (facts, reader) => {
  const own = reader.words.timeAsked
  const title = own.title(facts.asker)
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
    replyTo: facts.asker,
  }
}

/** The button leads to the page that adds them. A reply goes to the person who asks. */
export const accessAsked: Template<'access-asked'> = (facts, reader) => {
  const own = reader.words.accessAsked
  const title = own.title(facts.asker)
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
    replyTo: facts.asker,
  }
}

/** The new expiry on the sender's clock and on the reader's. */
export const timeGiven: Template<'time-given'> = (facts, reader) => {
  const own = reader.words.timeGiven
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
