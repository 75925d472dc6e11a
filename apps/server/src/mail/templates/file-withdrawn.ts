import { formatBytes } from '@waybill/contract/sizes'
import { defang } from '../html.ts'
import { heading, ledger, note, paragraph } from '../slip.ts'
import type { Template } from '../written-mail.ts'

export const fileWithdrawn: Template<'file-withdrawn'> = (facts, { words }) => {
  const { subject, heading: title, blocked, ...damaged } = words.fileWithdrawn
  const { explain, next } = facts.isBlocked ? blocked : damaged
  const name = facts.path.split('/').at(-1) ?? facts.path
  const figure = formatBytes(facts.bytes, words.locale)
  return {
    subject: subject(name),
    slug: facts.slug,
    text: [title, `${facts.path}  ${figure}`, explain, next],
    blocks: [heading(title), ledger([{ name: defang(facts.path), figure }], null), paragraph(explain), note(next)],
    replyTo: null,
  }
}
