import type { Block, Line, MailDocument } from './mail-document.ts'
import type { MailWords } from './words/en.ts'

/** The mail as plain text: blocks separated by empty lines, the footer as a signature. */
export function renderText(
  body: MailDocument['body'],
  words: Pick<MailWords, 'lead'>,
  footer: readonly string[],
): string {
  const blocks = body.filter((block) => block !== null).map((block) => textOf(block, words))
  const signature = footer.length === 0 ? [] : [['-- ', ...footer].join('\n')]
  return `${[...blocks.filter((text) => text !== ''), ...signature].join('\n\n')}\n`
}

function textOf(block: Block, words: Pick<MailWords, 'lead'>): string {
  switch (block.kind) {
    case 'stamp':
      return ''
    case 'heading':
    case 'paragraph':
      return [block.text, ...block.under].map(plain).join('\n')
    case 'notes':
      return block.lines.map(plain).join('\n')
    case 'quote':
      return block.lines.map((line) => `> ${line}`).join('\n')
    case 'list':
      return listOf(block)
    case 'button':
      return `${words.lead(block.label)}\n${block.href}`
    case 'code':
      return block.text
  }
}

const plain = (line: Line): string => (typeof line === 'string' ? line : line.theirs)

/** Rows with several lines need an empty line between them. */
function listOf({ rows, more, total }: Extract<Block, { kind: 'list' }>): string {
  const hasLines = rows.some(({ lines = [] }) => lines.length > 0)
  const texts = rows.map(({ name, figure, lines = [] }) =>
    [figure ? `${name}  ${figure}` : name, ...lines.map((line) => `  ${line}`)].join('\n'),
  )
  const last = total === null ? null : `${total.name}  ${total.figure}`
  return [...texts, more, last].filter((text) => text !== null).join(hasLines ? '\n\n' : '\n')
}
