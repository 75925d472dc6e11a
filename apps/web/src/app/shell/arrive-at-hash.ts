import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'

/** After so long the reader has begun to read: the page does not move any more. */
const PATIENCE_MS = 10_000

/**
 * A link in a mail names one thing on a page by its hash: the row of a recipient, the invoices. That thing often loads
 * after the page. Once it is there, this scrolls to it and focuses it, unless the reader has scrolled, pressed or typed
 * before.
 */
export function useArriveAtHash(): void {
  const { hash, pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: two pages may have a thing of the same name
  useEffect(() => {
    if (hash === '') return
    const watch = new MutationObserver(look)
    const timer = setTimeout(end, PATIENCE_MS)
    const elsewhere = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const
    for (const kind of elsewhere) addEventListener(kind, end, { passive: true })
    function end(): void {
      watch.disconnect()
      clearTimeout(timer)
      for (const kind of elsewhere) removeEventListener(kind, end)
    }
    function look(): void {
      const place = document.getElementById(hash)
      if (place === null) return
      end()
      arriveAt(place)
    }
    watch.observe(document.body, { childList: true, subtree: true })
    look()
    return end
  }, [hash, pathname])
}

function arriveAt(place: HTMLElement): void {
  if (place instanceof HTMLDetailsElement) place.open = true
  // What can have the focus already keeps its place in the order of Tab.
  if (place.tabIndex < 0) place.tabIndex = -1
  place.scrollIntoView({ block: 'center' })
  place.focus({ preventScroll: true, focusVisible: true } as FocusOptions)
}
