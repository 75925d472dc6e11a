import { formatBytes } from '@waybill/contract/core/sizes'
import { button, heading, list, notes, paragraph, type Template } from '../mail-document.ts'
import { followButton } from './recipient-lines.ts'

export const fileWithdrawn: Template<'file-withdrawn'> = (facts, reader) => {
  const { words } = reader
  const own = words.fileWithdrawn
  const { explain, next } = facts.isCleared
    ? own.cleared
    : facts.isInfected
      ? own.infected
      : facts.isBlocked
        ? own.blocked
        : own
  return {
    subject: (facts.isCleared ? own.cleared.subject : own.subject)(facts.path.split('/').at(-1) ?? facts.path),
    slug: facts.slug,
    body: [
      heading(facts.isCleared ? own.cleared.heading : own.heading),
      list([{ name: facts.path, figure: formatBytes(facts.bytes, words.locale) }], { of: 1, more: words.andMore }),
      paragraph(explain),
      notes(next),
      facts.supplierLink
        ? button(facts.isBlocked ? own.open : own.again, facts.supplierLink)
        : followButton(facts.follow, reader),
    ],
    replyTo: null,
  }
}
