import { useEffect, useRef, useState } from 'react'

interface Countdown {
  pause: () => void
  goOn: () => void
}

/**
 * Calls `onEnd` once after `durationMs` without pauses: while a pointer or the focus is on the message, nobody has
 * finished reading. A new `restartKey` starts again.
 */
export function useCountdown(durationMs: number, restartKey: unknown, onEnd: () => void): Countdown {
  const [isPaused, setPaused] = useState(false)
  const remaining = useRef({ key: restartKey, ms: durationMs })
  const ended = useRef(onEnd)
  ended.current = onEnd

  useEffect(() => {
    if (remaining.current.key !== restartKey) remaining.current = { key: restartKey, ms: durationMs }
    if (isPaused) return
    const startedAt = performance.now()
    const timer = setTimeout(() => ended.current(), remaining.current.ms)
    return () => {
      clearTimeout(timer)
      remaining.current.ms = Math.max(0, remaining.current.ms - (performance.now() - startedAt))
    }
  }, [isPaused, restartKey, durationMs])

  return { pause: () => setPaused(true), goOn: () => setPaused(false) }
}
