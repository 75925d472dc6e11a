import type { Block, Run } from '@waybill/contract/content/rich-text'
import { Marked, type Token, type Tokens } from 'marked'
import type { Fail } from './content-error.ts'

const LINK = /^(?:https?:\/\/|mailto:|\/(?!\/)|#)/
const ENTITY = /&(?:#\d+|#x[\da-f]+|[a-z]+);/i
/** Between these a line break stands for nothing: Chinese has no spaces between words. */
const INSIDE_CHINESE = /(?<=[\p{Script=Han}，。：；？！、）”…])\n(?=[\p{Script=Han}（“])/gu

const BOLD = /^\*\*(?!\s)([^*\n]+)(?<!\s)\*\*/
/**
 * Markdown takes "**" after a full stop for no end where text without a space follows, as it does in Chinese
 * (CommonMark, 6.2). Here it always is one.
 */
const reader = new Marked({
  extensions: [
    {
      name: 'strong',
      level: 'inline',
      start: (source) => source.indexOf('**'),
      tokenizer(source) {
        const [raw, text = ''] = BOLD.exec(source) ?? []
        return raw === undefined ? undefined : { type: 'strong', raw, text, tokens: this.lexer.inlineTokens(text) }
      },
    },
  ],
})

/**
 * Reads Markdown as blocks of text. It knows paragraphs, two levels of headings, flat lists, quotes, tables, bold,
 * italics, code and links; everything else, HTML above all, fails with its line.
 */
export function readMarkdown(markdown: string, linesBefore: number, fail: Fail): Block[] {
  const blocks: Block[] = []
  let line = linesBefore + 1
  for (const token of reader.lexer(markdown)) {
    const found = blockOf(token as Known, failIn(token.raw, line, fail))
    if (found !== null) blocks.push(found)
    line += token.raw.split('\n').length - 1
  }
  if (blocks.length === 0) fail(linesBefore, 'is followed by no text')
  return blocks
}

type Known =
  | Tokens.Paragraph
  | Tokens.Heading
  | Tokens.List
  | Tokens.Blockquote
  | Tokens.Table
  | Tokens.Space
  | Tokens.HTML
/** Says what is wrong with a piece of the block's own source. */
type FailAt = (raw: string, reason: string) => never

function failIn(block: string, firstLine: number, fail: Fail): FailAt {
  return (raw, reason) => {
    const at = Math.max(0, block.indexOf(raw.trim()))
    return fail(firstLine + block.slice(0, at).split('\n').length - 1, reason)
  }
}

function blockOf(token: Known, fail: FailAt): Block | null {
  switch (token.type) {
    case 'space':
      return null
    case 'paragraph':
      return { kind: 'paragraph', runs: runsOf(token.tokens, fail) }
    case 'heading':
      if (token.depth !== 2 && token.depth !== 3) return fail(token.raw, 'is a heading that is neither "##" nor "###"')
      return { kind: 'heading', level: token.depth, runs: runsOf(token.tokens, fail) }
    case 'list':
      return { kind: 'list', isOrdered: token.ordered, items: token.items.map((item) => onlyText(item.tokens, fail)) }
    case 'blockquote':
      return { kind: 'quote', runs: onlyText(token.tokens, fail) }
    case 'table':
      return {
        kind: 'table',
        head: token.header.map((cell) => runsOf(cell.tokens, fail)),
        rows: token.rows.map((row) => row.map((cell) => runsOf(cell.tokens, fail))),
      }
    case 'html':
      return fail(token.raw, 'holds HTML')
    default:
      return fail((token as Token).raw, `holds "${(token as Token).type}", which articles do not use`)
  }
}

/** The text of a list's item or a quote: one paragraph. */
function onlyText(tokens: readonly Token[], fail: FailAt): Run[] {
  const [first, ...others] = tokens.filter(({ type }) => type !== 'space')
  if (first === undefined) return fail('', 'has an empty item')
  const isText = first.type === 'text' || first.type === 'paragraph'
  const odd = isText ? others[0] : first
  if (odd !== undefined) return fail(odd.raw, 'holds more than one paragraph in an item or a quote')
  return runsOf((first as Tokens.Paragraph).tokens, fail)
}

interface Styled {
  style: Run['style']
  href?: string
}

function runsOf(tokens: readonly Token[], fail: FailAt, styled: Styled = { style: 'plain' }): Run[] {
  return tokens.flatMap((token) => {
    const known = token as Tokens.Text | Tokens.Escape | Tokens.Strong | Tokens.Em | Tokens.Codespan | Tokens.Link
    switch (known.type) {
      case 'text':
      case 'escape':
        if (ENTITY.test(known.text)) return fail(known.raw, `holds the entity of a sign instead of the sign`)
        if (known.text.includes('**')) return fail(known.raw, 'shows "**": it begins or ends nothing there')
        return [{ ...styled, text: joinLines(known.text) }]
      case 'strong':
        return runsOf(known.tokens, fail, { ...styled, style: 'strong' })
      case 'em':
        return runsOf(known.tokens, fail, { ...styled, style: 'emphasis' })
      case 'codespan':
        return [{ ...styled, style: 'code', text: known.text }]
      case 'link':
        if (!LINK.test(known.href)) return fail(known.raw, `links to "${known.href}": only https, mailto and own paths`)
        return runsOf(known.tokens, fail, { ...styled, href: known.href })
      default:
        return fail(
          token.raw,
          token.type === 'html' ? 'holds HTML' : `holds "${token.type}", which articles do not use`,
        )
    }
  })
}

const joinLines = (text: string): string => text.replace(INSIDE_CHINESE, '').replaceAll('\n', ' ')
