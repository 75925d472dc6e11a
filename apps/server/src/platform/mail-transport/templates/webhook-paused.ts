import { button, heading, paragraph, type Template, theirs } from '../mail-document.ts'

export const webhookPaused: Template<'webhook-paused'> = ({ host, because, link }, { words }) => {
  const own = words.webhookPaused
  return {
    subject: own.heading,
    slug: null,
    body: [
      heading(own.heading, theirs(host)),
      paragraph(own[because]),
      paragraph(own.resume),
      button(own.button, link),
    ],
    replyTo: null,
  }
}
