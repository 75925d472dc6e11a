import { defang } from '../html.ts'
import type { MailFacts } from '../mail-facts.ts'
import { button, heading, note, paragraph } from '../slip.ts'
import type { Reader, Template } from '../written-mail.ts'
import { evidenceLines } from './evidence-lines.ts'
import { listedRows } from './listed-rows.ts'
import { placeName, twoClocks } from './two-clocks.ts'

type Told = MailFacts['digest']['transfers'][number]

/** One day, transfer by transfer: what each person did. */
export const digest: Template<'digest'> = (facts, reader) => {
  const { words } = reader
  const own = words.digest
  const title = own.title(facts.transferCount)
  const parts = facts.transfers.map((transfer) => {
    const head = `${words.number(transfer.slug)}  ${own.files(transfer.fileName, transfer.fileCount)}`
    return { head, ...peopleOf(transfer, facts.readerTimeZone, reader) }
  })
  const hidden = facts.transferCount - parts.length
  const more = hidden > 0 ? own.moreTransfers(hidden) : null
  return {
    subject: title,
    slug: null,
    text: [
      title,
      ...parts.map(({ head, text }) => [head, ...text].join('\n')),
      more ?? '',
      `${own.button}:\n${facts.link}`,
    ],
    blocks: [
      heading(title),
      ...parts.flatMap(({ head, block }) => [paragraph(defang(head)), block]),
      ...(more === null ? [] : [note(more)]),
      button(own.button, facts.link),
    ],
    replyTo: null,
  }
}

function peopleOf({ people, personCount }: Told, readerTimeZone: string | null, reader: Reader) {
  const { words } = reader
  const { opened, finished, again, stalled } = words.digest
  const rows = people.map((person) => ({
    name: person.recipient ?? words.whoeverHoldsLink,
    lines: [
      [
        person.hasOpened ? opened : null,
        person.finishedCount > 0 ? finished(person.finishedCount) : null,
        person.hasRepeated ? again : null,
        person.isStalled ? stalled : null,
      ]
        .filter((deed) => deed !== null)
        .join(words.digest.between),
      ...evidenceLines(person, reader),
      ...twoClocks(person.lastAt, person.at.timeZone, readerTimeZone, reader),
      ...[placeName(person.at, reader)].filter((place) => place !== null),
    ],
    figure: '',
  }))
  const hidden = personCount - rows.length
  return listedRows(rows, hidden > 0 ? words.andMore(hidden) : null)
}
