import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'

/** What a page shows after this long, its reader has found without us. */
const PATIENCE_MS = 10_000

/**
 * A link of a mail leads to one thing on a page, by its hash: the row of a recipient, the invoices. The thing often comes
 * with data after the page: it is brought into view and gets the focus once it is there, unless the reader has begun to
 * read somewhere else.
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
  place.tabIndex = -1
  place.scrollIntoView({ block: 'center' })
  place.focus({ preventScroll: true, focusVisible: true } as FocusOptions)
}
