import { useEffect, useRef } from 'react'
import { isComposing } from './is-composing.ts'

const typing = 'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable]'
const overlay = '[role="dialog"], [role="menu"]'

/**
 * Keys without a modifier that belong to a page: never while somebody types, composes a word or has something open over
 * the page. Escape in a field leaves the field. `press` says whether it took the key.
 */
export function usePlainKeys(press: (event: KeyboardEvent) => boolean): void {
  const latest = useRef(press)
  latest.current = press
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      const { key, target } = event
      if (isComposing(event) || event.defaultPrevented) return
      if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector(overlay) !== null) return
      const field = target instanceof Element ? target.closest<HTMLElement>(typing) : null
      if (field !== null) {
        if (key === 'Escape') field.blur()
      } else if (latest.current(event)) event.preventDefault()
    }
    addEventListener('keydown', hear)
    return () => removeEventListener('keydown', hear)
  }, [])
}

/** Puts the cursor into the search of the page; false where there is none. */
export function focusSearch(): boolean {
  const field = document.querySelector<HTMLInputElement>('main input[type="search"]')
  field?.focus()
  field?.select()
  return field !== null
}

/**
 * Moves the focus to the next or previous row, by what it has to focus. From outside of the rows it begins at an end.
 *
 * @param scope the part of the page that counts as one row with it, where the row itself is only its head
 */
export function moveAmong(
  rows: readonly HTMLElement[],
  by: 1 | -1,
  focusOf = (row: HTMLElement) => row as HTMLElement | null,
  scope = (row: HTMLElement): Element => row,
): boolean {
  const here = rows.findIndex((row) => scope(row).contains(document.activeElement))
  const next = here === -1 ? rows.at(by === 1 ? 0 : -1) : rows[here + by]
  if (next === undefined) return false
  focusOf(next)?.focus()
  next.scrollIntoView({ block: 'nearest' })
  return true
}
