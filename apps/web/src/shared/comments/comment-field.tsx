import { COMMENT_MAX_CHARS } from '@waybill/contract/requests/comments'
import { type KeyboardEvent, useId, useState } from 'react'
import { failureSentence, problemWordsReady } from '../api/problem-words.ts'
import textStyles from '../ui/styles/text.module.css'
import { useLanguage, useWords } from '../words/language.tsx'
import styles from './thread.module.css'
import { commentsWords } from './words/comments-words.ts'

/** The count shows when so few characters are left. */
const COUNT_FROM = 200

/** What is typed and not sent, by thread: closing a panel loses nothing. */
const drafts = new Map<string, string>()

interface CommentFieldProps {
  /** Names the thread among all of the page. */
  thread: string
  /** Throws the failure of the call. */
  onSend: (text: string) => Promise<void>
  /** What becomes of a comment, in a sentence. */
  about: string
}

/** The field for the next comment. The supplier's page has it inside its one form, so it is no form itself. */
export function CommentField({ thread, onSend, about }: CommentFieldProps) {
  const words = useWords(commentsWords)
  const { language } = useLanguage()
  const id = useId()
  const [text, setText] = useState(() => drafts.get(thread) ?? '')
  const [state, setState] = useState<{ is: 'typing' | 'sending' | 'sent' } | { is: 'failed'; sentence: string }>({
    is: 'typing',
  })
  const left = COMMENT_MAX_CHARS - text.trim().length
  const canSend = text.trim() !== '' && left >= 0 && state.is !== 'sending'
  const type = (typed: string) => {
    drafts.set(thread, typed)
    setText(typed)
    if (state.is !== 'sending') setState({ is: 'typing' })
  }
  const send = async () => {
    if (!canSend) return
    setState({ is: 'sending' })
    try {
      await onSend(text)
      drafts.delete(thread)
      setText('')
      setState({ is: 'sent' })
    } catch (error) {
      await problemWordsReady(language)
      setState({ is: 'failed', sentence: failureSentence(language, error) })
    }
  }
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    void send()
  }
  return (
    <div className={styles.commentField}>
      <label htmlFor={id} className={textStyles.unseen}>
        {words.write}
      </label>
      <textarea
        id={id}
        rows={2}
        value={text}
        placeholder={words.write}
        dir="auto"
        aria-describedby={`${id}-about`}
        aria-invalid={left < 0 || undefined}
        readOnly={state.is === 'sending'}
        onKeyDown={press}
        onChange={(event) => type(event.currentTarget.value)}
      />
      <div className={styles.commentSend}>
        <button
          type="button"
          className={textStyles.quietButton}
          disabled={!canSend}
          title={words.sendKey}
          onClick={() => void send()}
        >
          {words.send}
        </button>
        {left <= COUNT_FROM && (
          <span data-over={left < 0 || undefined}>{left < 0 ? words.over(-left) : words.left(left)}</span>
        )}
        <span role="status">{state.is === 'sent' ? words.sent : ''}</span>
      </div>
      <p className={styles.commentFault} role="alert">
        {state.is === 'failed' ? state.sentence : ''}
      </p>
      <p id={`${id}-about`} className={styles.commentAbout}>
        {about}
      </p>
    </div>
  )
}
