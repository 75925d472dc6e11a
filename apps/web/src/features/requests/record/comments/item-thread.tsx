import type { Item, RequestRecord, RequestSupplier } from '@waybill/contract/requests/shapes'
import { useMemo, useState } from 'react'
import { CommentField } from '../../../../shared/comments/comment-field.tsx'
import { ThreadDetails } from '../../../../shared/comments/thread-details.tsx'
import { ThreadView } from '../../../../shared/comments/thread-view.tsx'
import { commentsWords } from '../../../../shared/comments/words/comments-words.ts'
import { useNow } from '../../../../shared/time/ago-time.tsx'
import { formatInstant } from '../../../../shared/time/day-and-time.ts'
import { ListFailed } from '../../../../shared/ui/lists/list-failed.tsx'
import textStyles from '../../../../shared/ui/styles/text.module.css'
import { useLanguage, useWords } from '../../../../shared/words/language.tsx'
import { useRequestWords } from '../../request-words.ts'
import { requestRecordWords } from '../words/request-record-words.ts'
import { type ThreadOf, useThread, withdrawComment, writeComment } from './use-thread.ts'

interface ItemThreadProps {
  record: RequestRecord
  supplier: RequestSupplier
  item: Item
  counts: RequestSupplier['items'][number]
  /** The address names this thread. */
  isWanted: boolean
}

/** The comments of one supplier and one item. */
export function ItemThread({ record, supplier, item, counts, isWanted }: ItemThreadProps) {
  const of = useMemo(
    () => ({ request: record._id, slug: record.slug, supplier: supplier._id, item: item._id }),
    [record._id, record.slug, supplier._id, item._id],
  )
  return (
    <ThreadDetails describedBy={`item-${item._id}`} counts={counts} isWanted={isWanted}>
      {(isOpen) => isOpen && <OpenThread of={of} item={item} record={record} supplier={supplier} />}
    </ThreadDetails>
  )
}

type OpenThreadProps = Pick<ItemThreadProps, 'record' | 'supplier' | 'item'> & { of: ThreadOf }

function OpenThread({ of, record, supplier, item }: OpenThreadProps) {
  const words = useWords(commentsWords)
  const { commentsReadOnly, commentsUnmailed } = useRequestWords(requestRecordWords)
  const { language } = useLanguage()
  const nowMs = useNow()
  const { thread, error, retry } = useThread(of, true)
  // What was new when it was opened stays marked.
  const [newAfter, setNewAfter] = useState<number | null>(null)
  if (thread && newAfter === null) setNewAfter(thread.seenTo)
  if (error) return <ListFailed error={error} again={words.again} onAgain={retry} />
  if (!thread) return <p className={textStyles.soft}>{words.loading}</p>
  const mailed = supplier.kind === 'claimed' ? commentsUnmailed : words.mailed
  return (
    <ThreadView
      item={item.name}
      isOpen
      comments={thread.comments}
      newAfter={newAfter ?? thread.seenTo}
      whenOf={(instant) => formatInstant(instant, language)}
      nowMs={nowMs}
      onWithdraw={(comment) => void withdrawComment(of, comment)}
    >
      {thread.mayWrite ? (
        <CommentField
          thread={`${of.request}/${of.supplier}/${of.item}`}
          onSend={(text) => writeComment(of, text)}
          about={record.isSealed ? words.unsealed : mailed}
        />
      ) : (
        <p className={textStyles.soft}>{record.state === 'open' ? commentsReadOnly : words.closed}</p>
      )}
    </ThreadView>
  )
}
