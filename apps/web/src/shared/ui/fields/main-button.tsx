import type { ReactNode } from 'react'
import styles from './main-button.module.css'

interface MainButtonProps {
  isSubmit?: boolean
  isWide?: boolean
  isDisabled?: boolean
  isBusy?: boolean
  onPress?: () => void
  children: ReactNode
}

/**
 * The main button of a first screen. Mantine's button, which looks the same, weighs 5 kB that no first load should
 * carry.
 */
export function MainButton({ isSubmit, isWide, isDisabled, isBusy = false, onPress, children }: MainButtonProps) {
  return (
    <button
      type={isSubmit ? 'submit' : 'button'}
      className={styles.mainButton}
      data-wide={isWide || undefined}
      disabled={isDisabled || isBusy}
      aria-busy={isBusy}
      onClick={onPress}
    >
      {children}
    </button>
  )
}
