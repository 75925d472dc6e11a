import { type ReactNode, useEffect, useState } from 'react'
import { Icon } from '../marks/icons.tsx'
import textStyles from '../styles/text.module.css'
import styles from './copy-button.module.css'

const SHOWN_MS = 2_000

interface CopyButtonProps {
  /** The text to copy. */
  text: string
  label: string
  /** The message after copying. */
  done: string
  /** The shown text. */
  children: ReactNode
}

/** A value with a copy button. */
export function CopyButton({ text, label, done, children }: CopyButtonProps) {
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [isCopied])
  const copy = () => void copyText(text).then(setCopied)
  return (
    <button
      type="button"
      className={`${styles.copyButton} ${textStyles.mono}`}
      data-copies={text}
      title={label}
      onClick={copy}
    >
      <span className={textStyles.unseen}>{label}: </span>
      {children}
      <Icon name={isCopied ? 'done' : 'copy'} size={16} />
      <span className={textStyles.unseen} role="status">
        {isCopied ? done : ''}
      </span>
    </button>
  )
}

/** Browsers limit the clipboard to secure origins; elsewhere the old command still copies a selection. */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    const field = document.createElement('textarea')
    field.value = text
    document.body.append(field)
    field.select()
    const isCopied = document.execCommand('copy')
    field.remove()
    return isCopied
  }
}
