import type { ReactNode } from 'react'
import type { Selection } from './use-selection.ts'

interface ChosenBarProps {
  selection: Pick<Selection, 'selectAll' | 'clear'>
  count: number
  words: { selected: (count: number) => string; selectAll: string; clearSelection: string }
  /** What can be done to them. */
  children: ReactNode
}

/** Stands above a list of which some are chosen. */
export function ChosenBar({ selection, count, words, children }: ChosenBarProps) {
  return (
    <section className="selection-bar" aria-label={words.selected(count)}>
      <strong role="status">{words.selected(count)}</strong>
      <button type="button" className="quiet-button" onClick={selection.selectAll}>
        {words.selectAll}
      </button>
      <button type="button" className="quiet-button" onClick={selection.clear}>
        {words.clearSelection}
      </button>
      <span className="selection-bar-acts">{children}</span>
    </section>
  )
}
