import { useEffect, useState } from 'react'
import textStyles from '../ui/styles/text.module.css'
import { useWords } from '../words/language.tsx'
import { readKeptAmong } from './kept-recordings.ts'
import { recordingWords } from './words/recording-words.ts'

interface KeptPickProps {
  /** The files of an unfinished upload. */
  files: readonly { path: string }[]
  onPick: (files: File[]) => Promise<void>
}

/** Continues an upload with its recordings, which no file picker has. Empty where this browser has none of them. */
export function KeptPick({ files, onPick }: KeptPickProps) {
  const words = useWords(recordingWords)
  const [kept, setKept] = useState<File[]>([])
  useEffect(() => void readKeptAmong(files).then(setKept), [files])
  if (kept.length === 0) return null
  return (
    <button type="button" className={textStyles.quietButton} onClick={() => void onPick(kept)}>
      {words.useKept}
    </button>
  )
}
