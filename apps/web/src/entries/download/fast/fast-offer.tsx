import { type ComponentType, useEffect, useState } from 'react'
import { readKept } from '../../../shared/storage/kept.ts'
import textStyles from '../../../shared/ui/styles/text.module.css'
import { useWords } from '../../../shared/words/language.tsx'
import { downloadWords } from '../words/download-words.ts'
import type { FastPartProps } from './fast-part.tsx'
import type { FastSelection } from './fast-session.ts'

/** Below it, one connection is as good. */
const LEAST_BYTES = 8e6

interface FastOfferProps {
  selection: FastSelection
  bytes: number
  /** Downloads plainly, where the code of the fast download cannot be loaded. */
  onPlain: () => void
}

/** The button of a fast download, where the browser can store a file by itself. All else comes with a press. */
export function FastOffer({ selection, bytes, onPlain }: FastOfferProps) {
  const words = useWords(downloadWords)
  /** Null: it is not offered. */
  const [isPressed, setPressed] = useState<boolean | null>(null)
  const [Part, setPart] = useState<ComponentType<FastPartProps> | null>(null)
  const load = (byPress: boolean) => {
    setPressed(byPress)
    import('./fast-part.tsx').then(
      ({ FastPart }) => setPart(() => FastPart),
      () => {
        setPressed(false)
        if (byPress) onPlain()
      },
    )
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when scripts run
  useEffect(() => {
    if (bytes < LEAST_BYTES || !navigator.storage?.getDirectory) return
    setPressed(false)
    // Of this link or another: what nobody continues must not stay on a shared computer.
    if (readKept('downloads')) load(false)
  }, [])
  if (isPressed === null) return null
  if (Part) return <Part selection={selection} isPressed={isPressed} />
  return (
    <button type="button" className={textStyles.quietButton} aria-busy={isPressed} onClick={() => load(true)}>
      {words.fast}
    </button>
  )
}
