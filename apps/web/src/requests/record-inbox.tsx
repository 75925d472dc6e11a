import { Button } from '@mantine/core'
import type { RequestRecord } from '@waybill/contract/request-shapes'
import { failureSentence } from '../api/problem-words.ts'
import { ListMore } from '../ui/list-more.tsx'
import { useLanguage, useWords } from '../words/language.tsx'
import { requestRecordWords } from '../words/request-record.ts'
import { RecordBatch } from './record-batch.tsx'
import { type InboxReading, useRecordInbox } from './use-record-inbox.ts'
import '../ui/list.css'

/** Everything that came, the newest first. */
export function RecordInbox({ record, onOpen }: { record: RequestRecord; onOpen: (person: string) => void }) {
  const words = useWords(requestRecordWords)
  const inbox = useRecordInbox(record)
  return (
    <section aria-label={words.views.inbox}>
      {inbox.batches.length > 0 ? (
        <ol className="batches">
          {inbox.batches.map((batch) => (
            <RecordBatch key={batch._id} record={record} batch={batch} onOpen={onOpen} />
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
  const words = useWords(requestRecordWords)
  const { language } = useLanguage()
  if (inbox.error) {
    return (
      <div className="list-instead" role="alert">
        <p>{failureSentence(language, inbox.error)}</p>
        <Button variant="default" onClick={inbox.retry}>
          {words.again}
        </Button>
      </div>
    )
  }
  if (inbox.isLoading) return <div className="people-waiting" role="status" aria-label={words.loading} />
  return (
    <div className="list-instead">
      <h2>{words.inboxEmptyTitle}</h2>
      <p className="soft">{words.inboxEmptyText}</p>
    </div>
  )
}
