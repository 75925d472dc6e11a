import { type RefObject, useCallback, useRef } from 'react'

/** Shakes the element once with each call: what was entered is not taken. */
export function useShake<Element extends HTMLElement>(): [RefObject<Element | null>, () => void] {
  const box = useRef<Element>(null)
  const shake = useCallback(() => {
    const element = box.current
    element?.classList.remove('shaking')
    // Reading a measure lets the browser notice that the class was gone.
    void element?.offsetWidth
    element?.classList.add('shaking')
  }, [])
  return [box, shake]
}
