import { useEffect, useRef, useState } from 'react'

const easeOut = (part: number) => 1 - (1 - part) ** 3

/** Animates to `target` over `durationMs` from the current value; jumps for users who prefer reduced motion. */
export function useEased(target: number, durationMs: number): number {
  const [shown, setShown] = useState(target)
  const latest = useRef(shown)
  latest.current = shown
  useEffect(() => {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return setShown(target)
    const from = latest.current
    const startedAt = performance.now()
    let frame = requestAnimationFrame(function move(now) {
      const part = Math.min(1, Math.max(0, (now - startedAt) / durationMs))
      setShown(from + (target - from) * easeOut(part))
      if (part < 1) frame = requestAnimationFrame(move)
    })
    return () => cancelAnimationFrame(frame)
  }, [target, durationMs])
  return shown
}
