import { threadAnchor } from '@waybill/contract/requests/comments'
import type { RequestView } from '@waybill/contract/requests/submission-endpoints'
import { useEffect, useState } from 'react'
import { CommentField } from '../../../shared/comments/comment-field.tsx'
import { ThreadDetails } from '../../../shared/comments/thread-details.tsx'
import { ThreadView } from '../../../shared/comments/thread-view.tsx'
import { commentsWords } from '../../../shared/comments/words/comments-words.ts'
import { useHasScripts } from '../../../shared/served-page/use-live.ts'
import { useNow } from '../../../shared/time/ago-time.tsx'
import { formatDay, formatTime } from '../../../shared/time/moment.ts'
import textStyles from '../../../shared/ui/styles/text.module.css'
import { useLanguage, useWords } from '../../../shared/words/language.tsx'
import { useSessionState, useSubmissionSession } from '../submission-session.tsx'
import { sendComment, takeBack, useCounts, useOwnThread } from './own-thread.ts'

interface ThreadPartProps {
  item: RequestView['items'][number]
}

/** The comments of this supplier on an item. Without scripts they can be read. */
export function ThreadPart({ item }: ThreadPartProps) {
  useCounts(useSubmissionSession())
  const state = useSessionState(({ request }) => request.state)
  const anchor = threadAnchor(item._id)
  const [isWanted, setWanted] = useState(false)
  useEffect(() => {
    const look = () => setWanted(location.hash === `#${anchor}`)
    look()
    addEventListener('hashchange', look)
    return () => removeEventListener('hashchange', look)
  }, [anchor])
  if (state !== 'open' && item.comments === 0) return null
  return (
    <ThreadDetails describedBy={`item-${item._id}`} counts={item} isWanted={isWanted}>
      {(isOpen) => (
        // Browsers unfold it for an address with this anchor, also without scripts.
        <div id={anchor}>
          <OwnThread item={item} isOpen={isOpen} />
        </div>
      )}
    </ThreadDetails>
  )
}

function OwnThread({ item, isOpen }: ThreadPartProps & { isOpen: boolean }) {
  const session = useSubmissionSession()
  const words = useWords(commentsWords)
  const { language } = useLanguage()
  const zone = useHasScripts() ? 'local' : 'utc'
  const nowMs = useNow()
  const { comments, newAfter, isWhole, hasFailed, retry } = useOwnThread(session, item, isOpen)
  const whenOf = (instant: string) =>
    `${formatDay(instant, zone, language)}${language === 'zh' ? ' ' : ', '}${formatTime(instant, zone)}${zone === 'utc' ? ' UTC' : ''}`
  return (
    <ThreadView
      item={item.name}
      isOpen={isOpen}
      comments={comments}
      newAfter={newAfter}
      whenOf={whenOf}
      nowMs={nowMs}
      onWithdraw={zone === 'utc' ? null : (comment) => void takeBack(session, item._id, comment)}
    >
      {hasFailed ? (
        <p role="alert">
          {words.failed}{' '}
          <button type="button" className={textStyles.quietButton} onClick={retry}>
            {words.again}
          </button>
        </p>
      ) : (
        !isWhole && zone === 'local' && <p className={textStyles.soft}>{words.earlier}</p>
      )}
      {(isOpen || zone === 'utc') && <Reply item={item} hasScripts={zone === 'local'} />}
    </ThreadView>
  )
}

function Reply({ item, hasScripts }: ThreadPartProps & { hasScripts: boolean }) {
  const session = useSubmissionSession()
  const words = useWords(commentsWords)
  const isOpen = useSessionState(({ request }) => request.state === 'open')
  const isSealed = useSessionState(({ request }) => request.sealing !== null)
  if (!isOpen) return <p className={textStyles.soft}>{words.closed}</p>
  if (!hasScripts) return <p className={textStyles.soft}>{words.needsScripts}</p>
  const mailed = session.link.user === undefined ? words.mailedByLink : words.mailed
  const about = isSealed ? words.unsealed : mailed
  return <CommentField thread={item._id} onSend={(text) => sendComment(session, item._id, text)} about={about} />
}
