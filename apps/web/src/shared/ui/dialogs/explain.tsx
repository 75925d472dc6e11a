import { Popover } from '@mantine/core'
import '@mantine/core/styles/Popover.layer.css'
import { type ReactNode, useCallback, useState } from 'react'
import partsStyles from '../styles/parts.module.css'
import textStyles from '../styles/text.module.css'
import styles from './explain.module.css'
import { useOverlay } from './overlays.ts'

/** Text that somebody asked for is not covered by messages that appear by themselves. */
const OVER_TOASTS = 395

interface ExplainProps {
  /** The button's purpose: a page has several of them. */
  label: string
  closeLabel: string
  children: ReactNode
}

/** A question mark after a statement. Its text closes by its button, a click beside it, Escape and Back. */
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
      <Popover.Dropdown className={`${partsStyles.frameStrong} ${styles.explainCard}`} aria-label={label}>
        {/* The text gets the focus first, so that screen readers read it. */}
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
