import { formatBytes } from '@waybill/contract/core/sizes'
import { defang } from '../html.ts'
import { button, heading, ledger, note, paragraph } from '../slip.ts'
import type { Template } from '../written-mail.ts'
import { followButton } from './follow-button.ts'

export const fileWithdrawn: Template<'file-withdrawn'> = (facts, reader) => {
  const { words } = reader
  const { subject, heading: title, blocked, again, open, ...damaged } = words.fileWithdrawn
  const { explain, next } = facts.isBlocked ? blocked : damaged
  const label = facts.isBlocked ? open : again
  const name = facts.path.split('/').at(-1) ?? facts.path
  const figure = formatBytes(facts.bytes, words.locale)
  const follow = facts.supplierLink
    ? { text: [`${label}:\n${facts.supplierLink}`], blocks: [button(label, facts.supplierLink)] }
    : followButton(facts.follow, reader)
  return {
    subject: subject(name),
    slug: facts.slug,
    text: [title, `${facts.path}  ${figure}`, explain, next, ...follow.text],
    blocks: [
      heading(title),
      ledger([{ name: defang(facts.path), figure }], null),
      paragraph(explain),
      note(next),
      ...follow.blocks,
    ],
    replyTo: null,
  }
}
