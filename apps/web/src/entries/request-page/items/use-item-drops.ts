import { useEffect, useRef, useState } from 'react'

interface ItemDrops {
  /** Items that accept files. */
  open: readonly string[]
  isOn: boolean
  /** `item` null: dropped beside them, where more than one is open. */
  onDrop: (item: string | null, dropped: DataTransfer) => void
}

const holdsFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false

/**
 * Files dropped anywhere on the page go to the item under them, or to the only one. Returns the item under the pointer.
 */
export function useItemDrops({ open, isOn, onDrop }: ItemDrops): string | null {
  const [over, setOver] = useState<string | null>(null)
  const latest = useRef({ open, onDrop })
  latest.current = { open, onDrop }
  useEffect(() => {
    if (!isOn) return
    const stop = new AbortController()
    const itemAt = ({ target }: DragEvent): string | null => {
      const { open: items } = latest.current
      if (items.length === 1) return items[0] ?? null
      const at = target instanceof Element ? target.closest<HTMLElement>('[data-item]')?.dataset.item : undefined
      return at !== undefined && items.includes(at) ? at : null
    }
    const listen = (kind: 'dragover' | 'dragleave' | 'drop', react: (event: DragEvent) => void) =>
      addEventListener(kind, (event) => holdsFiles(event) && react(event), { signal: stop.signal })
    listen('dragover', (event) => {
      event.preventDefault()
      setOver(itemAt(event))
    })
    listen('dragleave', (event) => {
      if (event.relatedTarget === null) setOver(null)
    })
    listen('drop', (event) => {
      event.preventDefault()
      setOver(null)
      if (event.dataTransfer) latest.current.onDrop(itemAt(event), event.dataTransfer)
    })
    return () => {
      stop.abort()
      setOver(null)
    }
  }, [isOn])
  return over
}
