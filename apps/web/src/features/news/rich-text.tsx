import type { Block, Run } from '@waybill/contract/content/rich-text'
import { createElement, Fragment, type ReactNode } from 'react'

/** Blocks of text as elements. Links lead to a tab of their own, so that nothing on this page is lost. */
export const RichText = ({ blocks }: { blocks: readonly Block[] }): ReactNode => together(blocks.map(renderBlock))

/** Children that never change places need no keys. */
const together = (parts: readonly ReactNode[]): ReactNode => createElement(Fragment, null, ...parts)

function renderBlock(block: Block): ReactNode {
  switch (block.kind) {
    case 'paragraph':
      return <p>{renderRuns(block.runs)}</p>
    case 'heading':
      return <h4>{renderRuns(block.runs)}</h4>
    case 'quote':
      return <blockquote>{renderRuns(block.runs)}</blockquote>
    case 'list': {
      const items = together(block.items.map(renderItem))
      return block.isOrdered ? <ol>{items}</ol> : <ul>{items}</ul>
    }
    case 'table':
      return (
        <table>
          <tbody>{together([block.head, ...block.rows].map(renderRow))}</tbody>
        </table>
      )
  }
}

const renderItem = (runs: readonly Run[]): ReactNode => <li>{renderRuns(runs)}</li>

const renderCell = (runs: readonly Run[]): ReactNode => <td>{renderRuns(runs)}</td>

const renderRow = (cells: readonly Run[][]): ReactNode => <tr>{together(cells.map(renderCell))}</tr>

const renderRuns = (runs: readonly Run[]): ReactNode => together(runs.map(renderRun))

function renderRun({ text, style, href }: Run): ReactNode {
  const styled = renderStyled(text, style)
  if (href === undefined) return styled
  return (
    <a href={href} target="_blank" rel="noreferrer">
      {styled}
    </a>
  )
}

function renderStyled(text: string, style: Run['style']): ReactNode {
  if (style === 'strong') return <strong>{text}</strong>
  if (style === 'emphasis') return <em>{text}</em>
  return style === 'code' ? <code>{text}</code> : text
}
