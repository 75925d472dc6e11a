import { useState } from 'react'
import { newestWish } from './newest-wish.ts'

/**
 * A choice that stands where it was put while the server is asked, however often it is made anew meanwhile.
 *
 * @param send resolves once the server has answered
 */
export function useWish<T>(stored: T, send: (wish: T) => Promise<unknown>): [shown: T, choose: (wish: T) => void] {
  const [wished, setWished] = useState<{ wish: T } | null>(null)
  const [choose] = useState(() => newestWish<T>(setWished))
  return [wished === null ? stored : wished.wish, (wish) => void choose(wish, send)]
}
