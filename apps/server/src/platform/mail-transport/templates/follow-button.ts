import type { Html } from '../html.ts'
import type { MailFacts } from '../mail-facts.ts'
import { button } from '../slip.ts'
import type { Reader } from '../written-mail.ts'

/** The one button of a mail to a sender: their transfer's record, or the way to have one. */
export function followButton(
  follow: MailFacts['downloads-finished']['follow'],
  { words }: Reader,
  own: string = words.follow.record,
): { text: string[]; blocks: Html[] } {
  if (follow === undefined) return { text: [], blocks: [] }
  const label = follow.isOwn ? own : words.follow.keep
  return { text: [`${label}:\n${follow.link}`], blocks: [button(label, follow.link)] }
}
