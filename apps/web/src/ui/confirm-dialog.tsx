import { Button, Modal } from '@mantine/core'
import '@mantine/core/styles/CloseButton.css'
import '@mantine/core/styles/Modal.css'
import '@mantine/core/styles/ModalBase.css'
import '@mantine/core/styles/Overlay.css'
import '@mantine/core/styles/Paper.css'
import '@mantine/core/styles/ScrollArea.css'
import './confirm-dialog.css'

interface ConfirmDialogProps {
  isOpen: boolean
  title: string
  text: string
  confirmLabel: string
  keepLabel: string
  onConfirm: () => void
  onKeep: () => void
}

/** Asks before something is stopped. The focus stands on the answer that changes nothing. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  return (
    <Modal.Root opened={props.isOpen} onClose={props.onKeep} size="sm" centered>
      <Modal.Overlay />
      <Modal.Content aria-label={props.title} className="confirm-content">
        <Modal.Body className="confirm">
          <h2>{props.title}</h2>
          <p className="soft">{props.text}</p>
          <div className="confirm-answers">
            <Button variant="default" onClick={props.onKeep} data-autofocus>
              {props.keepLabel}
            </Button>
            <Button onClick={props.onConfirm}>{props.confirmLabel}</Button>
          </div>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}
