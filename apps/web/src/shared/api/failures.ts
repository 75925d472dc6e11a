import { makeStore, useStore } from '../state/store.ts'
import { notify, type Refusal } from '../ui/page/notices.ts'

/** A failed change, shown in the part of the page where it was asked for until it is tried again or dismissed. */
export interface Failure {
  id: number
  title: string
  refusal: Refusal | undefined
  /** The row, the form or the section of what was pressed. */
  place: HTMLElement
  /** The line's own element at its end, of which React knows nothing: whatever happens to the place, it can be removed. */
  line: HTMLElement
  /** What was pressed; pressing it again is the next try. */
  pressed: Element
}

/** The parts of a page that have room for a line of their own; else the block of the page. */
const PLACES = '.row, li, form, section, .mantine-Modal-body, .mantine-Drawer-body'
const BLOCKS = '.wrap, .dash-page > *'
/** What is pressed opens a menu or a dialog, in which something is pressed: three presses make one change. */
const MOST_PRESSES = 3

const failures = makeStore<readonly Failure[]>([])
let pressed: readonly Element[] = []
let nextId = 1
let shownBy = 0

export const useFailures = (): readonly Failure[] => useStore(failures)

export const dismissFailure = (id: number): void => keepFailures((one) => one.id !== id)

/** Ends all others. Those of a part of the page that has gone by now end as well. */
function keepFailures(isKept: (one: Failure) => boolean): void {
  const [kept, over] = [[], []] as [Failure[], Failure[]]
  for (const one of failures.read()) (one.place.isConnected && isKept(one) ? kept : over).push(one)
  failures.set(kept)
  for (const { line } of over) line.remove()
}

/** Follows what is pressed, for as long as something shows the failures. Returns a function that stops it. */
export function followPresses(): () => void {
  shownBy += 1
  const following = new AbortController()
  const options = { capture: true, signal: following.signal }
  for (const event of ['click', 'change', 'submit'] as const) addEventListener(event, note, options)
  return () => {
    shownBy -= 1
    following.abort()
    keepFailures(() => false)
  }
}

function note({ target }: Event): void {
  if (!(target instanceof Element)) return
  const one = openerOf(target) ?? target
  pressed = [one, ...pressed.filter((other) => other !== one)].slice(0, MOST_PRESSES)
}

/** The button behind which a menu is: its entries are not where the page shows them. */
function openerOf(target: Element): Element | null {
  const menu = target.closest('[role="menu"]')
  return menu && document.getElementById(menu.getAttribute('aria-labelledby') ?? '')
}

/** What was pressed for the change that begins now. Earlier failures of the same control are over. */
export function beginChange(): readonly Element[] {
  const [last] = pressed
  if (failures.read().length > 0) keepFailures((one) => one.pressed !== last)
  return pressed
}

/** Reports what failed without a call that the cache follows. Call it with what `beginChange` returned at the start. */
export function sayFailure(presses: readonly Element[], said: Pick<Failure, 'title' | 'refusal'>): void {
  if (!failBeside(presses, said)) notify({ ...said, tone: 'warning' })
}

/**
 * Shows a failure where its change was asked for. Returns false where that part of the page is gone, or nothing shows
 * failures: only a notice can report it then.
 */
function failBeside(presses: readonly Element[], said: Pick<Failure, 'title' | 'refusal'>): boolean {
  if (shownBy === 0) return false
  for (const one of presses) {
    if (!one.isConnected || one.closest('#messages')) continue
    const place = one.closest<HTMLElement>(PLACES) ?? one.closest<HTMLElement>(BLOCKS)
    if (place === null || place.getClientRects().length === 0) continue
    keepFailures((other) => other.place !== place)
    const line = document.createElement('div')
    line.style.display = 'contents'
    place.append(line)
    failures.set([...failures.read(), { ...said, id: nextId++, place, line, pressed: one }])
    return true
  }
  return false
}
