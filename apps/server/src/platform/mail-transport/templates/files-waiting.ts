import { formatBytes } from '@waybill/contract/core/sizes'
import { defang } from '../html.ts'
import { button, heading, ledger, note, stampMark } from '../slip.ts'
import { formatDay, formatTime } from '../times.ts'
import type { Template } from '../written-mail.ts'

/** The one reminder. Like the mail it reminds of it begins with the sender's address, and answers go there. */
export const filesWaiting: Template<'files-waiting'> = (facts, { words, language }) => {
  const { address, name, isProven } = facts.sender
  const [own, arrived] = [words.filesWaiting, words.filesArrived]
  const day = formatDay(facts.expiresAt, 'UTC', language)
  const title = own.heading(address, facts.fileCount)
  const standing = isProven ? words.addressVerified(address) : words.addressNotVerified(address)
  const signed = name === null ? [] : [arrived.signed(name)]
  const expiry = `${arrived.expires(day)} ${arrived.expiryTime(formatTime(facts.expiresAt, 'UTC'))}`
  const rows = facts.files.map(({ path, bytes }) => ({ name: path, figure: formatBytes(bytes, words.locale) }))
  const hidden = facts.fileCount - rows.length
  const more = hidden > 0 ? words.andMore(hidden) : null
  const total = { name: words.total, figure: formatBytes(facts.totalBytes, words.locale) }
  const why = `${own.once} ${arrived.senderSees} ${arrived.ownLink} ${arrived.unknownSender}`
  return {
    subject: own.subject(address, facts.fileCount, day),
    slug: facts.slug,
    text: [
      [title, standing, ...signed].join('\n'),
      expiry,
      `${arrived.button}:\n${facts.link}`,
      [
        ...rows.map((row) => `${row.name}  ${row.figure}`),
        ...(more === null ? [] : [more]),
        `${total.name}  ${total.figure}`,
      ].join('\n'),
      why,
    ],
    blocks: [
      stampMark(own.stamp, 'waiting'),
      heading(title),
      note(standing),
      ...signed.map((line) => note(defang(line))),
      ledger(
        rows.map((row) => ({ ...row, name: defang(row.name) })),
        more,
        total,
      ),
      button(arrived.button, facts.link),
      note(expiry),
      note(why),
    ],
    replyTo: address,
  }
}
