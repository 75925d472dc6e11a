import type { ReactNode } from 'react'
import layoutStyles from '../styles/layout.module.css'
import partsStyles from '../styles/parts.module.css'
import textStyles from '../styles/text.module.css'
import listStyles from './list.module.css'
import type { Selection } from './use-selection.ts'

interface ChosenBarProps {
  selection: Pick<Selection, 'selectAll' | 'clear'>
  count: number
  words: { selected: (count: number) => string; selectAll: string; clearSelection: string }
  /** The actions for them. */
  children: ReactNode
}

/** Above a list with chosen rows. */
export function ChosenBar({ selection, count, words, children }: ChosenBarProps) {
  return (
    <section
      className={`${layoutStyles.row} ${partsStyles.frameStrong} ${listStyles.selectionBar}`}
      aria-label={words.selected(count)}
    >
      <strong role="status">{words.selected(count)}</strong>
      <button type="button" className={textStyles.quietButton} onClick={selection.selectAll}>
        {words.selectAll}
      </button>
      <button type="button" className={textStyles.quietButton} onClick={selection.clear}>
        {words.clearSelection}
      </button>
      <span className={`${layoutStyles.wrap} ${layoutStyles.gapTight} ${listStyles.selectionBarActs}`}>{children}</span>
    </section>
  )
}
