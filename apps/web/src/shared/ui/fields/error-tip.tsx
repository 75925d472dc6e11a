import { useCountdown } from '../../time/use-countdown.ts'
import styles from './error-tip.module.css'

const ERROR_TIP_MS = 8_000

export interface Tip {
  /** A new number shows the tip again, even with the same text. */
  turn: number
  text: string
}

interface ErrorTipProps {
  id: string
  tip: Tip | null
  onEnd: () => void
}

/** A message under its field; it disappears after 8 s, and waits while the pointer is on it. */
export function ErrorTip({ id, tip, onEnd }: ErrorTipProps) {
  return (
    <div className={styles.errorTipPlace} id={id} role="alert">
      {tip && <ShownTip tip={tip} onEnd={onEnd} />}
    </div>
  )
}

function ShownTip({ tip, onEnd }: { tip: Tip; onEnd: () => void }) {
  const { pause, goOn } = useCountdown(ERROR_TIP_MS, tip.turn, onEnd)
  return (
    <div className={styles.errorTip} onPointerEnter={pause} onPointerLeave={goOn}>
      {tip.text}
    </div>
  )
}
