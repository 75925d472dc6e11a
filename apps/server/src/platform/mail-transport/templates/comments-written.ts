import { button, heading, notes, paragraph, quote, type Template, theirs } from '../mail-document.ts'

/** Each comment under its author and its item. The requester's proven address is named, as in every mail of theirs. */
export const commentsWritten: Template<'comments-written'> = (facts, { words }) => {
  const own = words.commentsWritten
  const { requester, comments, count } = facts
  const proven = requester === null ? [] : [words.addressVerified(requester.address)]
  return {
    subject: own.subject(count, facts.title),
    slug: facts.slug,
    body: [
      heading(requester === null ? own.heading(count) : own.headingBy(requester.address, count), ...proven),
      paragraph(theirs(facts.title)),
      ...comments.flatMap(({ author, isClaimed, item, text }) => [
        notes(
          theirs(own.by(author || (requester === null ? own.someone : own.member), item)),
          ...(isClaimed ? [own.claimed] : []),
        ),
        quote(text),
      ]),
      count > comments.length ? paragraph(words.andMore(count - comments.length)) : null,
      button(own.button, facts.link),
      notes(requester === null ? own.why : own.whySupplier),
    ],
    replyTo: requester?.address ?? null,
  }
}
