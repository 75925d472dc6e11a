import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useWords } from '../words/language.tsx'
import styles from './thread.module.css'
import { commentsWords } from './words/comments-words.ts'

interface ThreadDetailsProps {
  /** The id of the item's name: the summary alone does not say whose comments these are. */
  describedBy: string
  counts: { comments: number; unread: number }
  /** A link or a mail leads here: it opens, and comes into sight. */
  isWanted: boolean
  /** Drawn once it is open. */
  children: (isOpen: boolean) => ReactNode
}

/** The comments of an item, folded until somebody wants them. */
export function ThreadDetails({ describedBy, counts: { comments, unread }, isWanted, children }: ThreadDetailsProps) {
  const words = useWords(commentsWords)
  const root = useRef<HTMLDetailsElement>(null)
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    if (!isWanted || root.current === null) return
    root.current.open = true
    root.current.scrollIntoView({ block: 'center' })
  }, [isWanted])
  return (
    <details
      ref={root}
      className={styles.thread}
      data-unread={unread > 0 || undefined}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary aria-describedby={describedBy}>
        {words.title(comments)}
        {unread > 0 && <span className={styles.commentNew}>{words.unread(unread)}</span>}
      </summary>
      {children(isOpen)}
    </details>
  )
}
