import type { ReactNode } from 'react'
import textStyles from '../styles/text.module.css'
import styles from './slip.module.css'

interface SlipProps {
  /** The slip's title, in its header on the left. */
  label: ReactNode
  /** The transfer's number; dots until it has one. */
  number?: string | undefined
  /** Names the slip for screen readers; they read the label where this is missing. */
  name?: string | undefined
  /** Something in the header besides the number, such as a back link. */
  aside?: ReactNode
  children: ReactNode
}

/** A transfer as a paper slip: torn off along its upper edge, its number in the header. */
export function Slip({ label, number, name, aside, children }: SlipProps) {
  return (
    <section className={styles.slip} aria-label={name}>
      <div className={styles.slipShade} aria-hidden="true">
        <div className={styles.slipSheet} />
      </div>
      <header className={styles.slipHead}>
        <span>{label}</span>
        {aside ?? <SlipNumber number={number} />}
      </header>
      <div className={styles.slipBody}>{children}</div>
    </section>
  )
}

function SlipNumber({ number }: { number?: string | undefined }) {
  if (number) return <span className={`${styles.slipNumber} ${textStyles.mono}`}>No. {number}</span>
  return (
    <span className={`${styles.slipNumber} ${textStyles.mono}`} aria-hidden="true">
      No. <span className={styles.slipDots}>·······</span>
    </span>
  )
}
