import type { Comment } from '@waybill/contract/requests/comment-shapes'
import { type ReactNode, useEffect, useRef } from 'react'
import textStyles from '../ui/styles/text.module.css'
import { useWords } from '../words/language.tsx'
import styles from './thread.module.css'
import { commentsWords } from './words/comments-words.ts'

interface ThreadViewProps {
  /** The item's name, for readers who hear the page. */
  item: string
  comments: readonly Comment[]
  /** Comments of the other side after this place are marked as new. */
  newAfter: number
  /** An instant in the reader's words. */
  whenOf: (instant: string) => string
  nowMs: number
  onWithdraw: ((comment: Comment) => void) | null
  /** Below the comments: the field for the next one. */
  children: ReactNode
}

/** A thread, oldest first. Screen readers hear a comment when it comes. */
export function ThreadView({ item, comments, newAfter, children, ...shown }: ThreadViewProps) {
  const words = useWords(commentsWords)
  const list = useRef<HTMLDivElement>(null)
  const last = comments.at(-1)?._id
  // The newest comment is in sight when it comes.
  useEffect(() => {
    if (last !== undefined && list.current !== null) list.current.scrollTop = list.current.scrollHeight
  }, [last])
  return (
    <div className={styles.threadInside}>
      {comments.length === 0 ? (
        <p className={textStyles.soft}>{words.empty}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
        <div ref={list} className={styles.threadLog} role="log" aria-label={words.about(item)} tabIndex={0}>
          <ol>
            {comments.map((comment) => (
              <CommentLine
                key={comment._id}
                comment={comment}
                isNew={!comment.author.isOwn && !comment.isWithdrawn && comment.place > newAfter}
                {...shown}
              />
            ))}
          </ol>
        </div>
      )}
      {children}
    </div>
  )
}

interface CommentLineProps extends Pick<ThreadViewProps, 'whenOf' | 'nowMs' | 'onWithdraw'> {
  comment: Comment
  isNew: boolean
}

function CommentLine({ comment, isNew, whenOf, nowMs, onWithdraw }: CommentLineProps) {
  const words = useWords(commentsWords)
  const { author, text, writtenAt, isWithdrawn, withdrawableUntil } = comment
  const nameless = author.proof === 'member' ? words.member : words.someone
  const canWithdraw = onWithdraw !== null && withdrawableUntil !== null && Date.parse(withdrawableUntil) > nowMs
  return (
    <li>
      <p className={styles.commentHead}>
        <bdi>
          <strong>{author.isOwn ? words.you : author.name || author.email || nameless}</strong>
        </bdi>
        {!author.isOwn && author.proof !== 'member' && <span>{words.proof[author.proof]}</span>}
        <time dateTime={writtenAt}>{whenOf(writtenAt)}</time>
        {isNew && <span className={styles.commentNew}>{words.new}</span>}
      </p>
      <p className={styles.commentText} dir="auto" data-withdrawn={isWithdrawn || undefined}>
        {isWithdrawn ? words.withdrawn : text}
      </p>
      {canWithdraw && (
        <button
          type="button"
          className={textStyles.quietButton}
          title={words.withdrawHint}
          onClick={() => onWithdraw(comment)}
        >
          {words.withdraw}
        </button>
      )}
    </li>
  )
}
