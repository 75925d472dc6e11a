import { useNavigate } from '@tanstack/react-router'
import { focusSearch, moveAmong, usePlainKeys } from '../../shared/ui/keys/plain-keys.ts'
import { type DeskPage, pathOf } from './desk-pages.ts'

/**
 * The keys of the desk: 1 to 9, and 0 for the tenth, open a page, `/` goes to the search, `j` and `k` move between what
 * is marked with `data-desk-row`, Escape closes the open row. Enter is the focused row's own.
 */
export function useDeskKeys(pages: readonly DeskPage[]): void {
  const navigate = useNavigate()
  usePlainKeys(({ key, target }) => {
    const page = /^\d$/.test(key) ? pages[(Number(key) + 9) % 10] : undefined
    if (page !== undefined) void navigate({ to: pathOf(page) as '/' })
    else if (key === '/') focusSearch()
    else if (key === 'j' || key === 'k') move(key === 'j' ? 1 : -1)
    else if (key === 'Escape') close(target)
    else return false
    return true
  })
}

function move(by: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-desk-row]')]
  // The focus may be inside the open row.
  moveAmong(rows, by, undefined, (row) => row.closest('details') ?? row)
}

/** Closes the open row that has the focus, and goes back to its head. */
function close(target: EventTarget | null): void {
  const row = target instanceof Element ? target.closest<HTMLDetailsElement>('details[open]') : null
  if (row === null) return
  row.open = false
  row.querySelector<HTMLElement>('summary')?.focus()
}
