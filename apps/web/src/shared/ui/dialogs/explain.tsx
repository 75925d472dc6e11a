import { Popover } from '@mantine/core'
import '@mantine/core/styles/Popover.layer.css'
import { type ReactNode, useCallback, useState } from 'react'
import textStyles from '../styles/text.module.css'
import styles from './explain.module.css'
import { useOverlay } from './overlays.ts'

/** What somebody has asked for is not covered by what comes by itself. */
const OVER_TOASTS = 395

interface ExplainProps {
  /** What the button is for: several of them stand on one page. */
  label: string
  closeLabel: string
  children: ReactNode
}

/** A question mark behind a statement. What it opens closes by its button, a press beside it, Escape and Back. */
export function Explain({ label, closeLabel, children }: ExplainProps) {
  const [isOpen, setOpen] = useState(false)
  const close = useCallback(() => setOpen(false), [])
  useOverlay(isOpen, close)
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom"
      offset={12}
      width="min(22rem, calc(100vw - 32px))"
      trapFocus
      returnFocus
      closeOnEscape={false}
      transitionProps={{ duration: 0 }}
      zIndex={OVER_TOASTS}
    >
      <Popover.Target>
        <button type="button" className={styles.explain} aria-label={label} onClick={() => setOpen(!isOpen)}>
          ?
        </button>
      </Popover.Target>
      <Popover.Dropdown className={styles.explainCard} aria-label={label}>
        {/* The text has the focus first, so that it is read aloud. */}
        <div className={styles.explainText} tabIndex={-1} data-autofocus>
          {children}
        </div>
        <button type="button" className={textStyles.quietButton} onClick={close}>
          {closeLabel}
        </button>
      </Popover.Dropdown>
    </Popover>
  )
}
