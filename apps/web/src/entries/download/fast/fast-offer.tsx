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
  /** Null: it is not offered, or not yet. */
  const [isPressed, setPressed] = useState<boolean | null>(null)
  const [Part, setPart] = useState<ComponentType<FastPartProps> | null>(null)
  const load = (byPress: boolean) => {
    if (byPress) setPressed(true)
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
    // Of this link or another: what nobody continues must not stay on a shared computer. The button comes with it: one
    // that is replaced in the middle of a click loses the click.
    if (readKept('downloads')) load(false)
    else setPressed(false)
  }, [])
  if (Part) return <Part selection={selection} isPressed={isPressed === true} />
  if (isPressed === null) return null
  return (
    <button type="button" className={textStyles.quietButton} aria-busy={isPressed} onClick={() => load(true)}>
      {words.fast}
    </button>
  )
}
