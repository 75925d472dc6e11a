import { useState } from 'react'
import { sendLatest } from './send-latest.ts'

/**
 * A choice that stands where it was put while the server is asked, however often it is made anew meanwhile.
 *
 * @param send resolves once the server has answered
 */
export function useOptimisticValue<T>(
  stored: T,
  send: (value: T) => Promise<unknown>,
): [shown: T, choose: (value: T) => void] {
  const [pending, setPending] = useState<{ value: T } | null>(null)
  const [choose] = useState(() => sendLatest<T>(setPending))
  return [pending === null ? stored : pending.value, (value) => void choose(value, send)]
}
