import { Drawer, type DrawerRootProps } from '@mantine/core'
import '@mantine/core/styles/CloseButton.layer.css'
import '@mantine/core/styles/Drawer.layer.css'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Overlay.layer.css'
import '@mantine/core/styles/Paper.layer.css'
import '@mantine/core/styles/ScrollArea.layer.css'
import { useOverlay } from './overlays.ts'

interface SidePanelProps extends DrawerRootProps {
  /** Its address opens and closes it. */
  hasAddress?: boolean
}

/** Every panel that opens from the side: Escape and Back close it, and nothing under it. */
export function SidePanel({ hasAddress = false, ...props }: SidePanelProps) {
  useOverlay(props.opened, props.onClose, { hasEntry: !hasAddress })
  return <Drawer.Root {...props} closeOnEscape={false} />
}

export { Drawer }
