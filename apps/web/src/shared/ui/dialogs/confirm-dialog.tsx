import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import layoutStyles from '../styles/layout.module.css'
import partsStyles from '../styles/parts.module.css'
import textStyles from '../styles/text.module.css'
import styles from './confirm-dialog.module.css'
import { Dialog, DialogContent } from './dialog.tsx'

interface ConfirmDialogProps {
  isOpen: boolean
  title: string
  text: string
  confirmLabel: string
  keepLabel: string
  /** What is known in detail, below the text. */
  children?: ReactNode
  /** The answer is being carried out. */
  isBusy?: boolean
  /** It cannot be confirmed yet. */
  isHeld?: boolean
  onConfirm: () => void
  onKeep: () => void
  /** It holds a navigation up: a history entry of its own would be one more. */
  holdsBack?: boolean
}

/** Asks before something is stopped. The focus is on the answer that changes nothing. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  return (
    <Dialog opened={props.isOpen} onClose={props.onKeep} hasAddress={props.holdsBack ?? false} size="sm" centered>
      <DialogContent label={props.title} className={styles.confirmContent} bodyClassName={styles.confirm}>
        <h2>{props.title}</h2>
        <p className={textStyles.soft}>{props.text}</p>
        {props.children}
        <div className={`${partsStyles.answers} ${layoutStyles.above}`}>
          <Button variant="default" onClick={props.onKeep} data-autofocus>
            {props.keepLabel}
          </Button>
          <Button onClick={props.onConfirm} loading={props.isBusy ?? false} disabled={props.isHeld ?? false}>
            {props.confirmLabel}
          </Button>
        </div>
      </DialogContent>
    </Dialog>
  )
}
