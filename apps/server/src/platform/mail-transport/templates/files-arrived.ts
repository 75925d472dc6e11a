import { formatBytes } from '@waybill/contract/core/sizes'
import { defang } from '../html.ts'
import type { MailFacts } from '../mail-facts.ts'
import { button, heading, ledger, note, quote } from '../slip.ts'
import { formatDay, formatTime } from '../times.ts'
import type { Reader, Template } from '../written-mail.ts'

/** The sender's address comes first and is never replaced by a name, which anyone may choose: that stands under it. */
export const filesArrived: Template<'files-arrived'> = (facts, reader) => {
  const { words } = reader
  const { address, name, isProven } = facts.sender
  const own = words.filesArrived
  const title = own.heading(address, facts.fileCount)
  const standing = isProven ? words.addressVerified(address) : words.addressNotVerified(address)
  const signed = name === null ? [] : [own.signed(name)]
  const rows = facts.files.map(({ path, bytes }) => ({ name: path, figure: formatBytes(bytes, words.locale) }))
  const hidden = facts.fileCount - rows.length
  const more = hidden > 0 ? words.andMore(hidden) : null
  const total = formatBytes(facts.totalBytes, words.locale)
  const lines = facts.message.trim() === '' ? [] : facts.message.trim().split(/\r\n|\r|\n/)
  const expiry = expiryIn(facts, reader)
  return {
    subject: own.subject(address, facts.fileCount),
    slug: facts.slug,
    text: [
      [title, standing, ...signed].join('\n'),
      lines.map((line) => `> ${line}`).join('\n'),
      `${own.button}:\n${facts.link}`,
      [...rows.map((row) => `${row.name}  ${row.figure}`), more, `${words.total}  ${total}`]
        .filter((line) => line !== null)
        .join('\n'),
      expiry,
      `${own.senderSees} ${own.ownLink} ${own.unknownSender}`,
    ],
    blocks: [
      heading(title),
      note(standing),
      ...signed.map((line) => note(defang(line))),
      ...(lines.length > 0 ? [quote(lines.map(defang))] : []),
      ledger(
        rows.map((row) => ({ ...row, name: defang(row.name) })),
        more,
        { name: words.total, figure: total },
      ),
      button(own.button, facts.link),
      note(expiry),
      note(`${own.senderSees} ${own.ownLink} ${own.unknownSender}`),
    ],
    replyTo: address,
  }
}

/** 'Expires {d MMM yyyy}' to the letter, then the time: the reader's zone is not known, so it is UTC. */
function expiryIn({ expiresAt }: MailFacts['files-arrived'], { words, language }: Reader): string {
  const own = words.filesArrived
  if (expiresAt === null) return own.neverExpires
  return `${own.expires(formatDay(expiresAt, 'UTC', language))} ${own.expiryTime(formatTime(expiresAt, 'UTC'))}`
}
