import { Modal, type ModalRootProps } from '@mantine/core'
import '@mantine/core/styles/CloseButton.layer.css'
import '@mantine/core/styles/Modal.layer.css'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Overlay.layer.css'
import '@mantine/core/styles/Paper.layer.css'
import '@mantine/core/styles/ScrollArea.layer.css'
import { type ReactNode, useEffect } from 'react'
import { focusedBefore } from './menu-opener.ts'
import { useOverlay } from './overlays.ts'

interface DialogProps extends ModalRootProps {
  /** The history already moves with it: its address opens and closes it, or it holds a navigation up. */
  hasAddress?: boolean
}

/** Every dialog and sheet of the app: Escape and Back close it, and nothing under it. */
export function Dialog({ hasAddress = false, closeOnEscape = true, ...props }: DialogProps) {
  useOverlay(props.opened, props.onClose, { mayClose: closeOnEscape, hasEntry: !hasAddress })
  useFocusBack(props.opened)
  return <Modal.Root {...props} closeOnEscape={false} />
}

/**
 * Gives the focus back to what had it before. The modal does so only where it is on the page before it opens and after
 * it closes; one whose code comes when it is opened is neither.
 */
function useFocusBack(isOpen: boolean): void {
  useEffect(() => {
    if (!isOpen) return
    // The modal moves the focus later than this.
    const before = focusedBefore()
    return () => {
      setTimeout(() => {
        const isLost = document.activeElement === null || document.activeElement === document.body
        if (isLost && before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
      })
    }
  }, [isOpen])
}

interface DialogContentProps {
  /** The dialog's purpose, for screen readers. */
  label: string
  className?: string | undefined
  bodyClassName?: string | undefined
  isPadded?: boolean
  /** The part above the body. */
  before?: ReactNode
  children: ReactNode
}

/** The panel of a dialog, over what it covers. */
export function DialogContent({ label, className, bodyClassName, isPadded, before, children }: DialogContentProps) {
  return (
    <>
      <Modal.Overlay />
      <Modal.Content aria-label={label} {...(className && { className })}>
        {before}
        <Modal.Body {...(bodyClassName && { className: bodyClassName })} {...(isPadded && { p: 24 })}>
          {children}
        </Modal.Body>
      </Modal.Content>
    </>
  )
}

export const DialogCloseButton = Modal.CloseButton
