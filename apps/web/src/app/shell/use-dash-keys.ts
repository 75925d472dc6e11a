import { useEffect } from 'react'
import { showSendSheet } from '../../shared/drafts/send-sheet-state.ts'
import { isComposing } from '../../shared/ui/keys/is-composing.ts'
import { showKeys, showPalette } from '../../shared/ui/keys/keys-sheet-state.ts'
import { focusSearch, moveAmong, usePlainKeys } from '../../shared/ui/keys/plain-keys.ts'
import listStyles from '../../shared/ui/lists/list.module.css'

const rows = () => [...document.querySelectorAll<HTMLElement>(`main li.${listStyles.listRow}`)]

/** What Enter opens: the row's link or button; a row without one has its box. */
const opener = (row: HTMLElement) =>
  row.querySelector<HTMLElement>('a, button') ?? row.querySelector<HTMLElement>('input')

const boxOfFocused = () =>
  rows()
    .find((row) => row.contains(document.activeElement))
    ?.querySelector<HTMLInputElement>('input[type="checkbox"]')

/**
 * The keys of every page of the dashboard: `n` sends, `/` searches, `j` and `k` move among rows, `x` selects, with Shift
 * as far as the last one, `?` shows this list. Ctrl K or ⌘K opens the command palette, also from a field.
 */
export function useDashKeys(): void {
  usePlainKeys(({ key, repeat, shiftKey }) => {
    if (key === 'j' || key === 'k') return moveAmong(rows(), key === 'j' ? 1 : -1, opener)
    if (repeat) return false
    if (key === 'n') showSendSheet(true)
    else if (key === '?') showKeys(true)
    else if (key === '/') return focusSearch()
    else if (key === 'x' || key === 'X') {
      const box = boxOfFocused()
      box?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, shiftKey }))
      return box != null
    } else return false
    return true
  })
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      const isCommand = event.ctrlKey !== event.metaKey && !event.altKey && !event.shiftKey
      // Chromium's completion of a form sends keys without a name.
      if (!/^k$/i.test(event.key) || !isCommand || isComposing(event) || event.repeat) return
      if (document.querySelector('[role="dialog"]') !== null) return
      event.preventDefault()
      showPalette(true)
    }
    addEventListener('keydown', hear)
    return () => removeEventListener('keydown', hear)
  }, [])
}
