/** Gestures of a hand; without scrolling, which scripts do too. */
const gestures = ['pointerdown', 'pointermove', 'touchstart', 'wheel', 'keydown'] as const
const STAY_MS = 30_000
const TICK_MS = 1_000

/** Calls `act` once the page has seen a gesture that no script made, or was visible for half a minute. */
export function whenStayed(act: () => void): void {
  let seenMs = 0
  const end = () => {
    clearInterval(timer)
    for (const name of gestures) window.removeEventListener(name, onGesture)
    act()
  }
  const onGesture = ({ isTrusted }: Event) => {
    if (isTrusted) end()
  }
  const timer = setInterval(() => {
    if (document.visibilityState === 'visible') seenMs += TICK_MS
    if (seenMs >= STAY_MS) end()
  }, TICK_MS)
  for (const name of gestures) window.addEventListener(name, onGesture, { passive: true })
}
