import type { ReactNode } from 'react'
import textStyles from '../styles/text.module.css'
import styles from './route-line.module.css'

export interface RouteStop {
  key: string
  place: ReactNode
  note: ReactNode
  /** The completed share, 0 to 1. */
  done: number
  /** 'delivered' is green and filled; 'under-way' is the stamp's colour. */
  state: 'delivered' | 'under-way'
}

interface RouteLineProps {
  origin: { place: ReactNode; note: ReactNode }
  stops: RouteStop[]
}

/**
 * Where a transfer comes from and where it goes: all lines share their origin and their length, filled as far as done.
 */
export function RouteLine({ origin, stops }: RouteLineProps) {
  return (
    <ul className={styles.route}>
      {stops.map((stop, index) => (
        <li key={stop.key} className={styles.routeRow} data-state={stop.state}>
          {index === 0 ? <Port {...origin} /> : <span />}
          <span className={styles.routeWay} aria-hidden="true">
            <span className={styles.routeDone} style={{ inlineSize: `${clamp(stop.done) * 100}%` }} />
          </span>
          <Port place={stop.place} note={stop.note} isEnd isReached={stop.done >= 1} />
        </li>
      ))}
    </ul>
  )
}

interface PortProps {
  place: ReactNode
  note: ReactNode
  isEnd?: boolean
  isReached?: boolean
}

function Port({ place, note, isEnd = false, isReached = false }: PortProps) {
  return (
    <span className={styles.routePort}>
      <span
        className={styles.routeDot}
        data-end={isEnd || undefined}
        data-reached={isReached || undefined}
        aria-hidden="true"
      />
      <span className={styles.routePlace}>{place}</span>
      <span className={`${styles.routeNote} ${textStyles.mono}`}>{note}</span>
    </span>
  )
}

const clamp = (part: number) => Math.min(1, Math.max(0, part))
