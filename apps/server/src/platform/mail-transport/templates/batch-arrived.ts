import { formatBytes } from '@waybill/contract/core/sizes'
import { defang } from '../html.ts'
import { button, heading, note, paragraph, quote, stampMark } from '../slip.ts'
import { formatMoment } from '../times.ts'
import type { Template } from '../written-mail.ts'
import { listedRows } from './listed-rows.ts'

/** What came, who sent it, and what is still missing of them. */
export const batchArrived: Template<'batch-arrived'> = (facts, { words, language }) => {
  const own = words.batchArrived
  const who = facts.address ?? (facts.supplier === '' ? own.someone : facts.supplier)
  const title = own.heading(who, facts.fileCount)
  const lines = [
    ...(facts.address !== null && facts.supplier !== '' ? [facts.supplier] : []),
    formatMoment(facts.arrivedAt, facts.timeZone, language),
  ]
  const rows = facts.files.map(({ path, bytes }) => ({ name: path, figure: formatBytes(bytes, words.locale) }))
  const hidden = facts.fileCount - rows.length
  const { text, block } = listedRows(rows, hidden > 0 ? words.andMore(hidden) : null)
  const state = facts.isComplete
    ? [own.complete]
    : facts.missing.length > 0
      ? [own.missing(facts.missing.join(language === 'zh' ? '、' : ', '))]
      : []
  const how = facts.isSealed ? [own.sealed] : []
  const stamp = facts.isComplete ? own.stamp.complete : facts.isLate ? own.stamp.late : own.stamp.part
  const said = facts.note.trim() === '' ? [] : facts.note.trim().split(/\r\n|\r|\n/)
  return {
    subject: own.subject(who, facts.fileCount, facts.title),
    slug: facts.slug,
    text: [
      [title, ...lines].join('\n'),
      said.map((line) => `> ${line}`).join('\n'),
      ...text,
      ...state,
      ...how,
      `${own.button}:\n${facts.link}`,
    ],
    blocks: [
      stampMark(stamp, facts.isComplete ? 'delivered' : 'waiting'),
      heading(defang(title)),
      ...lines.map((line) => note(defang(line))),
      ...(said.length > 0 ? [quote(said.map(defang))] : []),
      block,
      ...state.map((line) => paragraph(defang(line))),
      ...how.map(note),
      button(own.button, facts.link),
    ],
    replyTo: facts.address,
  }
}
