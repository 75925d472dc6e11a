import type { RequestRecord } from '@waybill/contract/requests/shapes'
import { ChosenBar } from '../../../../shared/ui/lists/chosen-bar.tsx'
import listStyles from '../../../../shared/ui/lists/list.module.css'
import { ListFailed } from '../../../../shared/ui/lists/list-failed.tsx'
import { ListMore } from '../../../../shared/ui/lists/list-more.tsx'
import { useSelection } from '../../../../shared/ui/lists/use-selection.ts'
import layoutStyles from '../../../../shared/ui/styles/layout.module.css'
import partsStyles from '../../../../shared/ui/styles/parts.module.css'
import textStyles from '../../../../shared/ui/styles/text.module.css'
import { useRequestWords } from '../../request-words.ts'
import { FetchButton } from '../fetch-button.tsx'
import { requestRecordWords } from '../words/request-record-words.ts'
import { RecordSubmission } from './record-submission.tsx'
import { type InboxReading, useRecordInbox } from './use-record-inbox.ts'

/** All submissions, the newest first. */
export function RecordInbox({ record, onOpen }: { record: RequestRecord; onOpen: (supplier: string) => void }) {
  const words = useRequestWords(requestRecordWords)
  const inbox = useRecordInbox(record)
  const selection = useSelection(inbox.submissions)
  const chosen = [...selection.ids]
  return (
    <section aria-label={words.views.inbox}>
      {chosen.length > 0 && (
        <ChosenBar
          selection={selection}
          count={chosen.length}
          words={{ ...words, selected: words.submissionsSelected }}
        >
          <FetchButton record={record} submissions={chosen} />
        </ChosenBar>
      )}
      {inbox.submissions.length > 0 ? (
        <ol className={`${layoutStyles.stack} submissions`}>
          {inbox.submissions.map((submission) => (
            <RecordSubmission
              key={submission._id}
              record={record}
              submission={submission}
              onOpen={onOpen}
              isChosen={selection.ids.has(submission._id)}
              onToggle={(isRange) => selection.toggle(submission._id, isRange)}
            />
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
