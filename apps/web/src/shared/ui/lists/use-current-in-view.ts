import { type RefObject, useEffect, useRef } from 'react'

/**
 * For a strip of links that scrolls sideways where it is wider than the window: keeps the one of the present page in view.
 *
 * @param current what the page is; a change scrolls again
 */
export function useCurrentInView<Strip extends HTMLElement>(current: unknown): RefObject<Strip | null> {
  const strip = useRef<Strip>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: which link is current follows from it
  useEffect(() => {
    const link = strip.current?.querySelector('[aria-current]')
    if (!strip.current || !link) return
    const [outer, inner] = [strip.current.getBoundingClientRect(), link.getBoundingClientRect()]
    strip.current.scrollLeft += inner.left - outer.left - (outer.width - inner.width) / 2
  }, [current])
  return strip
}
