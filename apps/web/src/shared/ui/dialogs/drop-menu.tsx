import { Menu, type MenuProps, Popover } from '@mantine/core'
import '@mantine/core/styles/Menu.layer.css'
import '@mantine/core/styles/Popover.layer.css'
import { useCallback, useState } from 'react'
import { noteMenu } from './menu-opener.ts'
import { useOverlay } from './overlays.ts'

/** Every menu behind a button: Escape and Back close it, and the focus goes back to its button. */
export function DropMenu(props: Omit<MenuProps, 'opened' | 'onChange'>) {
  const [isOpen, setOpen] = useState(false)
  const close = useCallback(() => setOpen(false), [])
  useOverlay(isOpen, close)
  const change = (next: boolean) => {
    noteMenu(next)
    setOpen(next)
  }
  return (
    <Menu
      returnFocus
      transitionProps={{ duration: 0 }}
      {...props}
      opened={isOpen}
      onChange={change}
      closeOnEscape={false}
    />
  )
}

export { Menu, Popover }
