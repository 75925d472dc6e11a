import { useState } from 'react'

/** The beginning of a long list, until the user asks for the rest. */
export function useFolded<Item>(items: readonly Item[], most: number) {
  const [isOpen, setOpen] = useState(false)
  const isFolded = !isOpen && items.length > most
  return {
    shown: isFolded ? items.slice(0, most) : items,
    hidden: isFolded ? items.length - most : 0,
    unfold: () => setOpen(true),
  }
}
