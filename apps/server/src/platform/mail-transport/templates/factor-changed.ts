import { defang } from '../html.ts'
import { button, heading, note, paragraph } from '../slip.ts'
import type { Template } from '../written-mail.ts'

export const factorChanged: Template<'factor-changed'> = ({ change, passkeyName, link }, { words }) => {
  const own = words.factorChanged
  const title = own.heading[change]
  const explanation = change === 'totp-on' || change === 'passkey-added' ? own.on : own.off
  const named = passkeyName === '' ? [] : [own.passkey(passkeyName)]
  return {
    subject: title,
    slug: null,
    text: [[title, ...named].join('\n'), explanation, `${own.notYou}\n${link}`],
    blocks: [
      heading(title),
      ...named.map((line) => note(defang(line))),
      paragraph(explanation),
      paragraph(own.notYou),
      button(own.button, link),
    ],
    replyTo: null,
  }
}
