import type { RequestRecord } from '@waybill/contract/requests/shapes'
import listStyles from '../../../../shared/ui/lists/list.module.css'
import { ListFailed } from '../../../../shared/ui/lists/list-failed.tsx'
import { ListMore } from '../../../../shared/ui/lists/list-more.tsx'
import layoutStyles from '../../../../shared/ui/styles/layout.module.css'
import partsStyles from '../../../../shared/ui/styles/parts.module.css'
import textStyles from '../../../../shared/ui/styles/text.module.css'
import { useRequestWords } from '../../request-words.ts'
import { requestRecordWords } from '../words/request-record-words.ts'
import { RecordSubmission } from './record-submission.tsx'
import { type InboxReading, useRecordInbox } from './use-record-inbox.ts'

/** All submissions, the newest first. */
export function RecordInbox({ record, onOpen }: { record: RequestRecord; onOpen: (supplier: string) => void }) {
  const words = useRequestWords(requestRecordWords)
  const inbox = useRecordInbox(record)
  return (
    <section aria-label={words.views.inbox}>
      {inbox.submissions.length > 0 ? (
        <ol className={`${layoutStyles.stack} submissions`}>
          {inbox.submissions.map((submission) => (
            <RecordSubmission key={submission._id} record={record} submission={submission} onOpen={onOpen} />
          ))}
        </ol>
      ) : (
        <Instead inbox={inbox} />
      )}
      <ListMore list={inbox} label={words.loadMore} />
    </section>
  )
}

function Instead({ inbox }: { inbox: InboxReading }) {
  const words = useRequestWords(requestRecordWords)
  if (inbox.error) return <ListFailed error={inbox.error} again={words.again} onAgain={inbox.retry} />
  if (inbox.isLoading) return <div className={partsStyles.waiting} role="status" aria-label={words.loading} />
  return (
    <div className={listStyles.listInstead}>
      <h2>{words.inboxEmptyTitle}</h2>
      <p className={textStyles.soft}>{words.inboxEmptyText}</p>
    </div>
  )
}
