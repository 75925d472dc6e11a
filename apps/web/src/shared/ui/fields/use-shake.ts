import { type RefObject, useCallback, useRef } from 'react'

/** Shakes the element once with each call: the input was refused. */
export function useShake<Element extends HTMLElement>(): [RefObject<Element | null>, () => void] {
  const box = useRef<Element>(null)
  const shake = useCallback(() => {
    const element = box.current
    element?.removeAttribute('data-shaking')
    // Reading a layout value makes the browser notice that the attribute was gone.
    void element?.offsetWidth
    element?.setAttribute('data-shaking', '')
  }, [])
  return [box, shake]
}
