import { QUARANTINE_DAYS } from '@waybill/contract/domains/endpoints'
import { button, heading, paragraph, type Template, theirs } from '../mail-document.ts'
import { formatMoment } from '../times.ts'

export const hostWrong: Template<'host-wrong'> = ({ host, offAfter, link }, { words, language }) => {
  const own = words.hostWrong
  const subject = offAfter === null ? own.off : own.failing
  return {
    subject,
    slug: null,
    body: [
      heading(subject, theirs(host)),
      paragraph(offAfter === null ? own.offMeans : own.means),
      paragraph(offAfter === null ? own.back(QUARANTINE_DAYS) : own.until(formatMoment(offAfter, null, language))),
      button(own.button, link),
    ],
    replyTo: null,
  }
}
