import { defang } from '../html.ts'
import { button, heading, note, paragraph } from '../slip.ts'
import type { Template } from '../written-mail.ts'

export const webhookPaused: Template<'webhook-paused'> = ({ host, because, link }, { words }) => {
  const own = words.webhookPaused
  const explanation = own[because]
  return {
    subject: own.heading,
    slug: null,
    text: [[own.heading, host].join('\n'), explanation, `${own.resume}\n${link}`],
    blocks: [
      heading(own.heading),
      note(defang(host)),
      paragraph(explanation),
      paragraph(own.resume),
      button(own.button, link),
    ],
    replyTo: null,
  }
}
