import { useEffect, useRef } from 'react'
import { isComposing } from '../keys/is-composing.ts'

/**
 * What covers a page: sheets, drawers, dialogs, menus. One Escape closes only the topmost, and so does Back: while
 * something is open the history has an entry for it, under the page's own address.
 */
interface Overlay {
  id: string
  close: () => void
  /** An overlay that cannot close now keeps its entry. */
  mayClose: () => boolean
  hasEntry: boolean
}

const KEY = 'waybillOverlay'
let open: readonly Overlay[] = []
let nextId = 1
let expectedPops = 0
let isGoingBack = true
/** Overlays whose entry this page has gone back from. Going back from one twice would leave the page itself. */
const left = new Set<string>()

const navigationNow = () => (window as { navigation?: Navigation }).navigation

const entryNow = (): string | null => (history.state as Record<string, string> | null)?.[KEY] ?? null

/** Bypasses the router's own pushState: the page stays the same. */
const pushEntry = (id: string) => History.prototype.pushState.call(history, { ...history.state, [KEY]: id }, '')

/** Runs after the click's other effects: it must not undo a link's own history entry. */
function goBackFrom(id: string): void {
  setTimeout(() => {
    if (entryNow() !== id || left.has(id)) return
    left.add(id)
    expectedPops += 1
    history.back()
  })
}

/** Runs before the router gets the event; keeps events about overlays alone from it. */
function pop(event: PopStateEvent): void {
  const wasExpected = expectedPops > 0
  expectedPops = Math.max(0, expectedPops - 1)
  const entry = entryNow()
  const under = open.findIndex(({ id }) => id === entry)
  // The entry of an overlay that closed because its link was followed: navigation skips it.
  if (entry !== null && under < 0) {
    event.stopImmediatePropagation()
    if (isGoingBack && left.has(entry)) return
    if (wasExpected) expectedPops += 1
    if (isGoingBack) {
      left.add(entry)
      history.back()
    } else if (navigationNow()?.canGoForward === false) {
      // Nothing comes after it: staying would make the next Back do nothing.
      expectedPops += 1
      history.back()
    } else history.forward()
    return
  }
  const closing = open.slice(under + 1).filter(({ hasEntry }) => hasEntry)
  if (closing.length === 0) {
    if (wasExpected) event.stopImmediatePropagation()
    return
  }
  event.stopImmediatePropagation()
  for (const overlay of closing.toReversed()) {
    if (!overlay.mayClose()) {
      pushEntry(overlay.id)
      return
    }
    overlay.close()
  }
}

function press(event: KeyboardEvent): void {
  const top = open.at(-1)
  if (event.key !== 'Escape' || isComposing(event) || !top) return
  event.stopImmediatePropagation()
  event.preventDefault()
  if (top.mayClose()) top.close()
}

/**
 * Call it before making the router: of listeners to `popstate` the first to register is called first, in Chromium also
 * against `capture`. A browser without the Navigation API treats every navigation as going back.
 */
export function listenForOverlays(): void {
  addEventListener('popstate', pop, { capture: true })
  addEventListener('keydown', press, { capture: true })
  const navigation = navigationNow()
  navigation?.addEventListener('currententrychange', ({ navigationType, from }) => {
    if (navigationType === 'traverse') isGoingBack = from.index > (navigation.currentEntry?.index ?? 0)
  })
  // The page was loaded again while an overlay was open: its entry goes, so that the next Back does something.
  const entry = entryNow()
  if (entry === null) return
  left.add(entry)
  expectedPops += 1
  history.back()
}

interface OverlayOptions {
  mayClose?: boolean
  /** An overlay with an address, or one that only completes typed text, needs no entry. */
  hasEntry?: boolean
}

/** Registers an overlay for as long as `isOpen`. */
export function useOverlay(
  isOpen: boolean,
  close: () => void,
  { mayClose = true, hasEntry = true }: OverlayOptions = {},
): void {
  const latest = useRef({ close, mayClose })
  latest.current = { close, mayClose }
  useEffect(() => {
    if (!isOpen) return
    const overlay: Overlay = {
      // Entries of an earlier load of the page may still be in the history.
      id: `${performance.timeOrigin}-${nextId++}`,
      close: () => latest.current.close(),
      mayClose: () => latest.current.mayClose,
      hasEntry,
    }
    open = [...open, overlay]
    if (hasEntry) pushEntry(overlay.id)
    return () => {
      open = open.filter((one) => one !== overlay)
      if (hasEntry) goBackFrom(overlay.id)
    }
  }, [isOpen, hasEntry])
}
