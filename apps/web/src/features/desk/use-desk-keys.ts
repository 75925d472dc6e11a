import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { type DeskPage, pathOf } from './desk-pages.ts'

const typing = 'input, textarea, select, [contenteditable]'
const overlay = '[role="dialog"], [role="menu"]'

/**
 * The keys of the desk: 1 to 9 open a page, `/` goes to the search, `j` and `k` move between what is marked with
 * `data-desk-row`, Escape leaves the search. Enter is the focused row's own.
 */
export function useDeskKeys(pages: readonly DeskPage[]): void {
  const navigate = useNavigate()
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { key, target } = event
      // An input method's own keys.
      if (event.isComposing) return
      if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector(overlay) !== null) return
      const field = target instanceof Element ? target.closest<HTMLElement>(typing) : null
      if (field !== null) {
        if (key === 'Escape') field.blur()
        return
      }
      const page = /^[1-9]$/.test(key) ? pages[Number(key) - 1] : undefined
      if (page !== undefined) void navigate({ to: pathOf(page) as '/' })
      else if (key === '/') document.querySelector<HTMLElement>('main input[type="search"]')?.focus()
      else if (key === 'j' || key === 'k') move(key === 'j' ? 1 : -1)
      else if (key === 'Escape') close(target)
      else return
      event.preventDefault()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [navigate, pages])
}

function move(by: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-desk-row]')]
  // The focus may be inside the open row.
  const here = rows.findIndex((row) => (row.closest('details') ?? row).contains(document.activeElement))
  const next = here === -1 ? rows.at(by === 1 ? 0 : -1) : rows[here + by]
  next?.focus()
}

/** Closes the open row that has the focus, and goes back to its head. */
function close(target: EventTarget | null): void {
  const row = target instanceof Element ? target.closest<HTMLDetailsElement>('details[open]') : null
  if (row === null) return
  row.open = false
  row.querySelector<HTMLElement>('summary')?.focus()
}
