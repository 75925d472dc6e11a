import type { MailFacts } from '../facts/mail-facts.ts'
import {
  button,
  heading,
  list,
  notes,
  paragraph,
  type Reader,
  type Row,
  type Template,
  theirs,
} from '../mail-document.ts'
import { evidenceLines, placeName, twoClocks } from './recipient-lines.ts'

type Person = MailFacts['digest']['transfers'][number]['people'][number]

/** One day, transfer by transfer: what each person did. */
export const digest: Template<'digest'> = (facts, reader) => {
  const { words } = reader
  const own = words.digest
  const title = own.title(facts.transferCount)
  const hidden = facts.transferCount - facts.transfers.length
  return {
    subject: title,
    slug: null,
    body: [
      heading(title),
      ...facts.transfers.flatMap(({ slug, title: named, fileName, fileCount, people, personCount }) => [
        paragraph(theirs([named, words.number(slug), own.files(fileName, fileCount)].filter(Boolean).join(' · '))),
        list(
          people.map((person) => personRow(person, facts.readerTimeZone, reader)),
          { of: personCount, more: words.andMore },
        ),
      ]),
      hidden > 0 ? notes(own.moreTransfers(hidden)) : null,
      button(facts.transferCount === 1 ? words.follow.record : own.button, facts.link),
    ],
    replyTo: null,
  }
}

function personRow(person: Person, readerTimeZone: string | null, reader: Reader): Row {
  const { words } = reader
  const { opened, finished, again, stalled, between } = words.digest
  const deeds = [
    person.hasOpened ? opened : null,
    person.finishedCount > 0 ? finished(person.finishedCount) : null,
    person.hasRepeated ? again : null,
    person.isStalled ? stalled : null,
  ]
  const place = placeName(person.at, reader)
  return {
    name: person.recipient ?? words.whoeverHoldsLink,
    lines: [
      deeds.filter((deed) => deed !== null).join(between),
      ...evidenceLines(person, reader),
      ...twoClocks(person.lastAt, person.at.timeZone, readerTimeZone, reader),
      ...(place === null ? [] : [place]),
    ],
  }
}
