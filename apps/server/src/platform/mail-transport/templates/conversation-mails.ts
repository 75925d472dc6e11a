import type { MailFacts } from '../facts/mail-facts.ts'
import { button, heading, type Line, notes, paragraph, quote, type Template, theirs } from '../mail-document.ts'
import type { MailWords } from '../words/en.ts'

type Message = MailFacts['conversation-message']['messages'][number]

/** The text, and under it what it is about. */
function messageBlocks({ text, rating, route, hasLeftFiles }: Message, { conversationMessage: own }: MailWords) {
  const lines: Line[] = []
  if (rating !== null) lines.push(own.rating(rating))
  if (route !== null) lines.push(theirs(own.writtenOn(route)))
  if (hasLeftFiles) lines.push(own.leftFiles)
  return [quote(text), notes(...lines)]
}

export const conversationMessage: Template<'conversation-message'> = (facts, { words }) => {
  const own = words.conversationMessage
  const who = facts.name || facts.address || own.visitor
  const isFeedback = facts.messages.some(({ rating }) => rating !== null)
  const lines: Line[] = [facts.name === '' ? '' : (facts.address ?? ''), facts.company].filter(Boolean).map(theirs)
  if (facts.role !== null) lines.push(own.plan(facts.role))
  const subject = isFeedback ? own.feedback(who) : own.subject(who)
  return {
    subject,
    slug: null,
    body: [
      heading(theirs(subject), ...lines),
      ...facts.messages.flatMap((message) => messageBlocks(message, words)),
      facts.replyTo === null ? null : paragraph(own.reply),
      facts.address === null ? paragraph(own.noAddress) : null,
      facts.address !== null && facts.role === null ? paragraph(own.unproven) : null,
      button(own.button, facts.link),
      notes(own.command(`npm run waybill -- conversation answer ${facts.conversation} "…"`)),
    ],
    replyTo: facts.replyTo,
  }
}

export const conversationAnswered: Template<'conversation-answered'> = (facts, { words }) => {
  const { answers, link, replyTo, isVisitor } = facts
  const own = words.conversationAnswered
  return {
    subject: own.subject,
    slug: null,
    body: [
      heading(own.subject),
      ...answers.map(quote),
      paragraph(replyTo === null ? own.noReply : own.reply),
      button(own.button, link),
      isVisitor ? notes(own.why) : null,
    ],
    replyTo,
  }
}

export const conversationFilesRefused: Template<'conversation-files-refused'> = ({ isKept, link }, { words }) => {
  const own = words.conversationFilesRefused
  return {
    subject: own.subject,
    slug: null,
    body: [
      heading(own.subject),
      paragraph(isKept ? own.kept : own.lost),
      paragraph(own.instead),
      button(own.button, link),
    ],
    replyTo: null,
  }
}
