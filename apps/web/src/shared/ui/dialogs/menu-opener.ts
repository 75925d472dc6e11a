/** The button of the menu that was used last: a dialog that one of its entries opens gives the focus back to it. */
let opener: HTMLElement | null = null

/** Remembers what opened a menu, until something else is pressed after the menu has closed. */
export function noteMenu(isOpen: boolean): void {
  if (isOpen) opener = document.activeElement instanceof HTMLElement ? document.activeElement : null
  else setTimeout(() => addEventListener('pointerdown', forget, { capture: true, once: true }))
}

const forget = () => {
  opener = null
}

/** What to give the focus back to: what has it now, or the button of the menu in which it is or was. */
export function focusedBefore(): Element | null {
  const now = document.activeElement
  const isInMenu = now === null || now === document.body || now.closest('[role="menu"]') !== null
  return isInMenu && opener?.isConnected ? opener : now
}
