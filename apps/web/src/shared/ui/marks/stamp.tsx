import styles from './stamp.module.css'

/** 'stamp' is loud: something needs a hand. 'quiet' is a grey word without a frame, for what is normal. */
export type StampInk = 'delivered' | 'waiting' | 'stamp' | 'ink' | 'quiet'

interface StampProps {
  children: string
  ink?: StampInk
  /** Drops onto the paper once, when it appears. */
  isFresh?: boolean
  isSmall?: boolean
}

/** A rotated outlined word: what happened to a transfer, at a glance. */
export function Stamp({ children, ink = 'delivered', isFresh = false, isSmall = false }: StampProps) {
  return (
    <span
      className={isFresh ? `${styles.rubberStamp} ${styles.rubberStampFresh}` : styles.rubberStamp}
      data-ink={ink}
      data-small={isSmall || undefined}
    >
      {children}
    </span>
  )
}
