/**
 * Questions beside file slots. An item of a checklist asks for files, or it is a question with a text for an answer.
 * Both ends share these rules: the page applies them at once, and the server applies them again. No zod here: the
 * supplier's page loads this module.
 */
import { MAX_ITEMS } from './item-rules.ts'

/** 'short' is one line, 'long' is a text with line breaks, 'choice' picks from options. */
export const questionKinds = ['short', 'long', 'date', 'choice'] as const
export type QuestionKind = (typeof questionKinds)[number]
export const itemKinds = ['files', ...questionKinds] as const
export type ItemKind = (typeof itemKinds)[number]

export const isQuestion = (kind: ItemKind): kind is QuestionKind => kind !== 'files'

/** The longest answer of each kind in characters (UTF-16). */
export const ANSWER_MAX_CHARS: Readonly<Record<'short' | 'long', number>> = { short: 200, long: 5_000 }
export const MIN_OPTIONS = 2
export const MAX_OPTIONS = 20
export const OPTION_MAX_CHARS = 120
/** A request has at most this many answers of one supplier. */
export const MAX_ANSWERS = MAX_ITEMS

export interface Question {
  kind: ItemKind
  /** Of a choice. */
  options: readonly string[]
  /** Whether a choice takes several options. */
  takesSeveral: boolean
}

export type OptionsFault = 'few' | 'many' | 'twice'

/** What is wrong with the options of a question; other kinds have none. */
export function judgeOptions({ kind, options }: Pick<Question, 'kind' | 'options'>): OptionsFault | null {
  if (kind !== 'choice') return options.length === 0 ? null : 'many'
  if (options.length < MIN_OPTIONS) return 'few'
  if (options.length > MAX_OPTIONS) return 'many'
  return new Set(options).size < options.length ? 'twice' : null
}

/** 'empty': nothing is answered; 'files': the item is no question. */
export type AnswerFault = 'empty' | 'long' | 'date' | 'choice' | 'files'

/** An answer is a list of one text, or of the chosen options. Null where it may be sent. */
export function judgeAnswer(question: Question, answer: readonly string[]): AnswerFault | null {
  const { kind, options, takesSeveral } = question
  if (kind === 'files') return 'files'
  if (answer.every((text) => text.trim() === '')) return 'empty'
  if (kind === 'choice') {
    const isTooMany = answer.length > 1 && !takesSeveral
    const areKnown = answer.every((text) => options.includes(text)) && new Set(answer).size === answer.length
    return isTooMany || !areKnown ? 'choice' : null
  }
  const [text = '', ...others] = answer
  if (others.length > 0) return kind === 'date' ? 'date' : 'long'
  if (kind === 'date') return isDay(text) ? null : 'date'
  return text.length > ANSWER_MAX_CHARS[kind] ? 'long' : null
}

/** 'YYYY-MM-DD', a day of the calendar. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const day = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
}

/** Whether two answers say the same; the order of chosen options means nothing. */
export const isSameAnswer = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.toSorted().every((text, nth) => text === other.toSorted()[nth])

export interface Section<T> {
  /** '' for items before the first heading. */
  title: string
  items: T[]
}

/** Items under their headings, in order: neighbours with the same heading are a section. */
export function sectionsOf<T extends { section: string }>(items: readonly T[]): Section<T>[] {
  const sections: Section<T>[] = []
  for (const item of items) {
    const last = sections.at(-1)
    if (last?.title === item.section) last.items.push(item)
    else sections.push({ title: item.section, items: [item] })
  }
  return sections
}

/** The field of a plain form that answers this item. */
export const answerField = (item: string): string => `${ANSWER_FIELD}${item}`
export const ANSWER_FIELD = 'answer:'
