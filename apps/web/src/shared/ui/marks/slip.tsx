import type { ReactNode } from 'react'
import './slip.css'

interface SlipProps {
  /** What the slip is, in the head on the left. */
  label: ReactNode
  /** The transfer's number; dots until it has one. */
  number?: string | undefined
  /** Names the slip for screen readers; the label is read where this is missing. */
  name?: string | undefined
  /** Something of the head other than the number, such as a way back. */
  aside?: ReactNode
  children: ReactNode
}

/** A transfer as a paper slip: torn off along its upper edge, its number in the head. */
export function Slip({ label, number, name, aside, children }: SlipProps) {
  return (
    <section className="slip" aria-label={name}>
      <div className="slip-shade" aria-hidden="true">
        <div className="slip-sheet" />
      </div>
      <header className="slip-head">
        <span>{label}</span>
        {aside ?? <SlipNumber number={number} />}
      </header>
      <div className="slip-body">{children}</div>
    </section>
  )
}

function SlipNumber({ number }: { number?: string | undefined }) {
  if (number) return <span className="slip-number mono">No. {number}</span>
  return (
    <span className="slip-number mono" aria-hidden="true">
      No. <span className="slip-dots">·······</span>
    </span>
  )
}
