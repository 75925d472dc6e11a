import { useEffect, useRef, useState } from 'react'

const holdsFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false

/**
 * Calls `onDrop` for files dropped anywhere on the page; true while the pointer holds some over it. Does nothing while
 * not `isOn`.
 */
export function useDropAnywhere(onDrop: (data: DataTransfer) => void, isOn = true): boolean {
  const [isOver, setOver] = useState(false)
  const latest = useRef(onDrop)
  latest.current = onDrop
  useEffect(() => {
    if (!isOn) return
    // Enter and leave come for every element on the way; their difference tells whether the pointer is still on the
    // page.
    let depth = 0
    const stop = new AbortController()
    const listen = (kind: 'dragenter' | 'dragover' | 'dragleave' | 'drop', react: (event: DragEvent) => void) =>
      addEventListener(kind, (event) => holdsFiles(event) && react(event), { signal: stop.signal })
    const count = (by: number) => {
      depth = Math.max(0, depth + by)
      setOver(depth > 0)
    }
    listen('dragenter', (event) => {
      event.preventDefault()
      count(1)
    })
    listen('dragover', (event) => event.preventDefault())
    listen('dragleave', () => count(-1))
    listen('drop', (event) => {
      event.preventDefault()
      count(-depth)
      if (event.dataTransfer) latest.current(event.dataTransfer)
    })
    return () => {
      stop.abort()
      setOver(false)
    }
  }, [isOn])
  return isOver
}
