import { type ReactNode, useEffect, useState } from 'react'
import { Icon } from '../ui/marks/icons.tsx'
import textStyles from '../ui/styles/text.module.css'
import { shellWords } from '../ui/words/shell-words.ts'
import { useWords } from '../words/language.tsx'
import { copyText } from './copy-text.ts'
import downloadStyles from './download.module.css'

const COPIED_MS = 2_500

interface CopyButtonProps {
  /** Built at the click, so that no unused text is built. */
  text: () => string
  label?: string
  children: ReactNode
}

/** Copies at a click and says so. Its space stays empty until scripts run, since it needs them. */
export function PlainCopyButton({ text, label, children }: CopyButtonProps) {
  const words = useWords(shellWords)
  const [isCopied, setCopied] = useState(false)

  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), COPIED_MS)
    return () => clearTimeout(timer)
  }, [isCopied])

  const copy = async () => setCopied(await copyText(text()))
  return (
    <span className={`copy ${downloadStyles.liveOnly}`}>
      <button type="button" className={textStyles.quietButton} aria-label={label} onClick={() => void copy()}>
        <Icon name={isCopied ? 'done' : 'copy'} size={16} />
        {isCopied ? words.copied : children}
      </button>
      <span className={textStyles.unseen} role="status">
        {isCopied ? words.copied : ''}
      </span>
    </span>
  )
}
