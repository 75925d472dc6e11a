import type { ReactNode } from 'react'
import { Icon } from '../marks/icons.tsx'
import styles from './choice.module.css'

interface ChoiceProps {
  group: string
  isChosen: boolean
  isLocked?: boolean
  hint?: string
  mark?: ReactNode
  onChoose: () => void
  children: ReactNode
}

/** One of several options, as a clickable box; an option that the plan does not include shows as locked. */
export function Choice({ group, isChosen, isLocked = false, hint, mark, onChoose, children }: ChoiceProps) {
  return (
    <label className={styles.choice} data-locked={isLocked || undefined}>
      <input type="radio" name={group} checked={isChosen} disabled={isLocked} onChange={onChoose} />
      <span>
        {children}
        {hint && <small>{hint}</small>}
      </span>
      {isLocked ? <Icon name="lock" size={18} /> : mark}
    </label>
  )
}
