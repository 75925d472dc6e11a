import { type RefObject, useEffect, useRef } from 'react'

/** Puts the focus on the screen that replaced the last one, so that keyboard and screen reader follow. */
export function useFocusOnce<Element extends HTMLElement>(): RefObject<Element | null> {
  const target = useRef<Element>(null)
  useEffect(() => target.current?.focus({ preventScroll: true }), [])
  return target
}
