import { formatBytes } from '@waybill/contract/core/sizes'
import type { MailFacts } from '../facts/mail-facts.ts'
import { button, heading, list, notes, paragraph, quote, stamp, type Template, theirs } from '../mail-document.ts'
import { formatMoment } from '../times.ts'

/** To the requester: what arrived, who sent it, and what that supplier still has to send. */
export const submissionArrived: Template<'submission-arrived'> = (facts, { words, language }) => {
  const own = words.submissionArrived
  const who = facts.address ?? (facts.supplier === '' ? own.someone : facts.supplier)
  const mark = facts.isComplete ? own.stamp.complete : facts.isLate ? own.stamp.late : own.stamp.part
  return {
    subject: own.subject(who, facts.fileCount, facts.title, facts.answerCount),
    slug: facts.slug,
    body: [
      stamp(mark, facts.isComplete ? 'delivered' : 'waiting'),
      heading(
        theirs(own.heading(who, facts.fileCount, facts.answerCount)),
        ...(facts.address !== null && facts.supplier !== '' ? [theirs(facts.supplier)] : []),
        formatMoment(facts.arrivedAt, facts.timeZone, language),
      ),
      quote(facts.note),
      facts.fileCount === 0
        ? null
        : list(
            facts.files.map(({ path, bytes }) => ({ name: path, figure: formatBytes(bytes, words.locale) })),
            { of: facts.fileCount, more: words.andMore },
          ),
      stateOf(facts, own, language === 'zh' ? '、' : ', '),
      facts.isSealed ? notes(own.sealed) : null,
      button(facts.fileCount === 0 ? own.buttonAnswers : own.button, facts.link),
    ],
    replyTo: facts.address,
  }
}

function stateOf(
  { isComplete, missing }: MailFacts['submission-arrived'],
  words: { complete: string; missing: (names: string) => string },
  between: string,
) {
  if (isComplete) return paragraph(words.complete)
  return missing.length === 0 ? null : paragraph(theirs(words.missing(missing.join(between))))
}

/** To the supplier, for keeping: names, sizes and checksums of what arrived. */
export const submissionReceipt: Template<'submission-receipt'> = (facts, { words, language }) => {
  const own = words.submissionReceipt
  const rows = facts.files.map(({ path, bytes }, nth) => ({
    name: path,
    lines: sumLines(facts.sums[nth], facts.claims && (facts.claims[nth] ?? null), own),
    figure: formatBytes(bytes, words.locale),
  }))
  return {
    subject: own.subject(facts.fileCount, facts.title, facts.answerCount),
    slug: facts.slug,
    body: [
      stamp(own.stamp, 'delivered'),
      heading(
        own.heading(facts.fileCount, facts.requester, facts.answerCount),
        own.arrived(formatMoment(facts.arrivedAt, facts.timeZone, language)),
      ),
      facts.fileCount === 0
        ? null
        : list(rows, {
            of: facts.fileCount,
            more: words.andMore,
            total: { name: words.total, figure: formatBytes(facts.totalBytes, words.locale) },
          }),
      notes(facts.fileCount === 0 ? own.keepAnswers : facts.sums.some((sum) => sum === null) ? own.unsummed : own.keep),
      button(own.button, facts.link),
    ],
    replyTo: facts.requester,
  }
}

/** A sealed file has two checksums: of the stored bytes, and of the content, which only its supplier can know. */
function sumLines(
  sum: string | null | undefined,
  claim: string | null | undefined,
  words: { sealedSum: string; claimedSum: string },
): string[] {
  const stored = sum ? [claim === undefined ? `SHA-256 ${sum}` : `${words.sealedSum} ${sum}`] : []
  return claim ? [...stored, `${words.claimedSum} ${claim}`] : stored
}

/** To the requester: somebody could not send because the storage is full. */
export const inboxFull: Template<'inbox-full'> = (facts, { words }) => {
  const own = words.inboxFull
  return {
    subject: own.subject(facts.title),
    slug: facts.slug,
    body: [
      heading(own.heading),
      paragraph(theirs(own.explain(facts.title, formatBytes(facts.limitBytes, words.locale)))),
      button(own.button, facts.link),
    ],
    replyTo: null,
  }
}
