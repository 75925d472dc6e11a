/**
 * What a person wrote in a reply, without the mail that it answers. Mail programs mark the beginning of the quoted mail
 * in their own ways: a line such as "On … wrote:", a block of headers, or a divider. Everything from there on goes, but
 * for the answers between and below quoted lines that begin with '>'. Pure; made for hostile texts: no pattern can take
 * long.
 */

const MAX_LINE_CHARS = 1_000

/** One line that begins the quoted mail. */
const dividers: readonly RegExp[] = [
  /^-{2,}\s*(?:original message|forwarded message|ursprüngliche nachricht|message d'origine|mensaje original)\s*-{2,}$/i,
  /^-{2,}\s*(?:原始邮件|原邮件|原始郵件|转发邮件|轉寄郵件|回复的原邮件)\s*-{2,}$/,
  // Outlook on the web, and its old rule.
  /^_{20,}$/,
]

/**
 * A line that introduces the quoted mail, with its day or its time; it may be wrapped into two or three. People write
 * 'she wrote:' too, so a figure is required.
 */
const introductions: readonly RegExp[] = [
  /^(?:on|at)\b(?=.*\d).{0,400}\bwrote\s*:$/i,
  /^(?:am|le|el|il)\b(?=.*\d).{0,400}\b(?:schrieb|a écrit|escribió|ha scritto)\b.{0,200}:$/i,
  /^(?=.*\d).{0,400}(?:写道|寫道)\s*[:：]$/,
  // QQ and 163: "发件人" is a header block, these are one line.
  /^\d{4}[-/年.].{0,300}<[^<>]{3,320}>\s*(?:写道|wrote)?\s*[:：]$/,
]

/** The first of these in a line of its own, and another one within the next three, is a block of headers. */
const headerLine =
  /^[\s*>]*(?:from|sent|date|to|cc|subject|von|gesendet|an|betreff|发件人|发送时间|日期|收件人|抄送|主题|寄件者|寄件日期|收件者|主旨)\s*\*?\s*[:：]/i
const firstHeader = /^[\s*>]*(?:from|von|de|发件人|寄件者)\s*\*?\s*[:：]/i

export function cutQuote(text: string): string {
  const lines = text.replace(/\r\n?/g, '\n').replaceAll('\u00a0', ' ').split('\n')
  const end = lines.findIndex((_, at) => beginsQuote(lines, at))
  const own = end < 0 ? lines : [...lines.slice(0, end), ...answersIn(lines.slice(end))]
  while (own.length > 0 && isLeftOver(own.at(-1) ?? '')) own.pop()
  return own.join('\n').trim()
}

/** An introduction may be wrapped, and a line may be free below it. */
const INTRODUCTION_LINES = 5

/** What the person wrote between and below the lines of an introduced mail; empty where these are not marked. */
function answersIn(quoted: readonly string[]): string[] {
  if (!isIntroduction(quoted, 0)) return []
  const first = quoted.slice(0, INTRODUCTION_LINES).findIndex(isMarked)
  if (first < 0) return []
  const rest = quoted.slice(first).filter((line) => !isMarked(line))
  const end = rest.findIndex((_, at) => beginsQuote(rest, at))
  return end < 0 ? rest : rest.slice(0, end)
}

const isMarked = (line: string): boolean => /^\s*>/.test(line)

function beginsQuote(lines: readonly string[], at: number): boolean {
  const line = lineAt(lines, at)
  if (line === '') return false
  if (dividers.some((divider) => divider.test(line))) return true
  if (isIntroduction(lines, at)) return true
  if (isSignature(lines[at] ?? '')) return true
  return firstHeader.test(line) && [1, 2, 3].some((next) => headerLine.test(lineAt(lines, at + next)))
}

/** Alone, or with the one or two lines after it; the person's own last line is no part of it. */
function isIntroduction(lines: readonly string[], at: number): boolean {
  const parts: string[] = []
  for (let next = at; next < at + 3; next += 1) {
    const line = lineAt(lines, next)
    if (line === '') return false
    parts.push(line)
    if (introduces(parts)) return !parts.some((_, nth) => nth > 0 && introduces(parts.slice(nth)))
  }
  return false
}

const introduces = (parts: readonly string[]): boolean => {
  const joined = parts.join(' ')
  return introductions.some((form) => form.test(joined))
}

const lineAt = (lines: readonly string[], at: number): string => (lines[at] ?? '').trim().slice(0, MAX_LINE_CHARS)

/** RFC 3676: two dashes and a space. */
const isSignature = (line: string): boolean => line === '-- '

/** Also the sender of the quoted mail, on a line before its time. */
const isLeftOver = (line: string): boolean =>
  line.trim() === '' || isMarked(line) || /^[^<>]{0,100}<[^<>\s@]{1,64}@[^<>\s]{1,255}>\s*$/.test(line)
