import type { Comment } from '@waybill/contract/requests/comment-shapes'
import { type ReactNode, type UIEvent, useEffect, useRef } from 'react'
import textStyles from '../ui/styles/text.module.css'
import { useWords } from '../words/language.tsx'
import styles from './thread.module.css'
import { commentsWords } from './words/comments-words.ts'

/** A reader this close to the end of a thread follows it. */
const END_PX = 40

interface ThreadViewProps {
  /** The item's name, for readers who hear the page. */
  item: string
  isOpen: boolean
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
export function ThreadView({ item, isOpen, comments, newAfter, onWithdraw, children, ...shown }: ThreadViewProps) {
  const words = useWords(commentsWords)
  const { list, follow } = useEnd(isOpen, comments.at(-1))
  const withdraw = (comment: Comment) => {
    // The button that has the focus disappears.
    list.current?.focus()
    onWithdraw?.(comment)
  }
  return (
    <div className={styles.threadInside}>
      {comments.length === 0 ? (
        <p className={textStyles.soft}>{words.empty}</p>
      ) : (
        <div
          ref={list}
          className={styles.threadLog}
          role="log"
          aria-label={words.about(item)}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
          tabIndex={0}
          onScroll={follow}
        >
          <ol>
            {comments.map((comment) => (
              <CommentLine
                key={comment._id}
                comment={comment}
                isNew={!comment.author.isOwn && !comment.isWithdrawn && comment.place > newAfter}
                onWithdraw={onWithdraw && withdraw}
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

/** The newest comment comes into sight, unless it is the other side's and the reader looks at earlier ones. */
function useEnd(isOpen: boolean, last: Comment | undefined) {
  const list = useRef<HTMLDivElement>(null)
  const isAtEnd = useRef(true)
  const lastId = last?._id
  const isOwn = last?.author.isOwn
  useEffect(() => {
    if (!isOpen || lastId === undefined || list.current === null || !(isAtEnd.current || isOwn)) return
    list.current.scrollTop = list.current.scrollHeight
  }, [isOpen, lastId, isOwn])
  const follow = ({ currentTarget: { scrollHeight, scrollTop, clientHeight } }: UIEvent<HTMLElement>) => {
    isAtEnd.current = scrollHeight - scrollTop - clientHeight < END_PX
  }
  return { list, follow }
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
