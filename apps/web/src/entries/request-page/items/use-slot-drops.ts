import { useEffect, useRef, useState } from 'react'

interface SlotDrops {
  /** Slots that take files. */
  open: readonly string[]
  isOn: boolean
  /** `slot` null: dropped beside them, where more than one is open. */
  onDrop: (slot: string | null, dropped: DataTransfer) => void
}

const holdsFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false

/** Files dropped anywhere on the page go to the slot under them, or to the only one. Answers which they are held over. */
export function useSlotDrops({ open, isOn, onDrop }: SlotDrops): string | null {
  const [over, setOver] = useState<string | null>(null)
  const latest = useRef({ open, onDrop })
  latest.current = { open, onDrop }
  useEffect(() => {
    if (!isOn) return
    const stop = new AbortController()
    const slotAt = ({ target }: DragEvent): string | null => {
      const { open: slots } = latest.current
      if (slots.length === 1) return slots[0] ?? null
      const at = target instanceof Element ? target.closest<HTMLElement>('[data-slot]')?.dataset.slot : undefined
      return at !== undefined && slots.includes(at) ? at : null
    }
    const listen = (kind: 'dragover' | 'dragleave' | 'drop', react: (event: DragEvent) => void) =>
      addEventListener(kind, (event) => holdsFiles(event) && react(event), { signal: stop.signal })
    listen('dragover', (event) => {
      event.preventDefault()
      setOver(slotAt(event))
    })
    listen('dragleave', (event) => {
      if (event.relatedTarget === null) setOver(null)
    })
    listen('drop', (event) => {
      event.preventDefault()
      setOver(null)
      if (event.dataTransfer) latest.current.onDrop(slotAt(event), event.dataTransfer)
    })
    return () => {
      stop.abort()
      setOver(null)
    }
  }, [isOn])
  return over
}
