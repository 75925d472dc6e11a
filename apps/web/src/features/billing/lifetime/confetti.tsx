import { useEffect, useState } from 'react'
import styles from './confetti.module.css'

const PIECES = 48
const SHOWN_MS = 2_000
/** Two numbers without a common divisor spread the pieces without chance, so that every screen shows the same. */
const pieces = Array.from({ length: PIECES }, (_none, nth) => ({
  left: `${(nth * 37) % 100}%`,
  top: `${(nth * 61) % 90}%`,
  delay: `${((nth * 13) % 40) * 10}ms`,
}))

/** Confetti over the page for two seconds after it appears. Where motion is to be reduced, it stands still. */
export function Confetti() {
  const [isShown, setShown] = useState(true)
  useEffect(() => {
    const over = setTimeout(() => setShown(false), SHOWN_MS)
    return () => clearTimeout(over)
  }, [])
  if (!isShown) return null
  return (
    <div className={styles.confetti} aria-hidden="true">
      {pieces.map(({ left, top, delay }, nth) => (
        <i key={left + top} data-ink={nth % 3} style={{ left, top, animationDelay: delay }} />
      ))}
    </div>
  )
}
