import { formatBytes } from '@waybill/contract/core/sizes'
import type { MailFacts } from '../facts/mail-facts.ts'
import {
  type Block,
  button,
  heading,
  list,
  notes,
  paragraph,
  quote,
  type Reader,
  stamp,
  type Template,
} from '../mail-document.ts'
import { formatDay, formatTime } from '../times.ts'
import { senderLines } from './recipient-lines.ts'

/** The sender's address comes first. A name, which anyone may choose, never replaces it. */
export const filesArrived: Template<'files-arrived'> = (facts, reader) => {
  const { words } = reader
  const own = words.filesArrived
  const { address } = facts.sender
  const { title = null } = facts
  return {
    subject: title === null ? own.subject(address, facts.fileCount) : own.subjectTitled(address, title),
    slug: facts.slug,
    body: [
      heading(own.heading(address, facts.fileCount), ...senderLines(facts.sender, reader)),
      quote([title ?? '', facts.message].join('\n\n')),
      filesOf(facts, reader),
      facts.filesThere === undefined ? null : paragraph(words.arriving(facts.filesThere, facts.fileCount)),
      button(own.button, facts.link),
      notes(facts.expiresAt === null ? own.neverExpires : expiryIn(facts.expiresAt, reader)),
      notes(words.sentences(own.senderSees, own.ownLink, own.unknownSender)),
    ],
    replyTo: address,
    reportLink: reportLinkOf(facts.link),
  }
}

/** The only reminder. */
export const filesWaiting: Template<'files-waiting'> = (facts, reader) => {
  const { words, language } = reader
  const [own, arrived] = [words.filesWaiting, words.filesArrived]
  const { address } = facts.sender
  const { title = null } = facts
  return {
    subject: own.subject(address, facts.fileCount, formatDay(facts.expiresAt, 'UTC', language)),
    slug: facts.slug,
    body: [
      stamp(own.stamp, 'waiting'),
      heading(own.heading(address, facts.fileCount), ...senderLines(facts.sender, reader)),
      quote(title ?? ''),
      filesOf(facts, reader),
      button(arrived.button, facts.link),
      notes(expiryIn(facts.expiresAt, reader)),
      notes(words.sentences(own.once, arrived.senderSees, arrived.ownLink, arrived.unknownSender)),
    ],
    replyTo: address,
    reportLink: reportLinkOf(facts.link),
  }
}

/** Of a link to a transfer, at the same host. */
const reportLinkOf = (link: string): string => link.replace(/\/[wd]\/([^/?#]+)/, '/report/$1')

type Files = Pick<MailFacts['files-arrived'], 'files' | 'fileCount' | 'totalBytes' | 'isLocked'>

function filesOf({ files, fileCount, totalBytes, isLocked = false }: Files, { words }: Reader): Block | null {
  if (isLocked) return notes(words.filesArrived.locked)
  const size = (bytes: number) => formatBytes(bytes, words.locale)
  return list(
    files.map(({ path, bytes }) => ({ name: path, figure: size(bytes) })),
    { of: fileCount, more: words.andMore, total: { name: words.total, figure: size(totalBytes) } },
  )
}

/** 'Expires {d MMM yyyy}' exactly, then the time. Both are UTC because the reader's zone is unknown. */
function expiryIn(expiresAt: string, { words, language }: Reader): string {
  const [day, time] = [formatDay(expiresAt, 'UTC', language), formatTime(expiresAt, 'UTC', language)]
  return words.filesArrived.expires(day, time)
}
