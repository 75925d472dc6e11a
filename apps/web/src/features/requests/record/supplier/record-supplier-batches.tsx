import type { RequestRecord } from '@waybill/contract/requests/shapes'
import { failureSentence } from '../../../../shared/api/problem-words.ts'
import { Gap } from '../../../../shared/words/gap.tsx'
import { useLanguage, useWords } from '../../../../shared/words/language.tsx'
import { RecordBatch } from '../submissions/record-batch.tsx'
import type { InboxReading } from '../submissions/use-record-inbox.ts'
import { requestRecordWords } from '../words/request-record-words.ts'

interface SupplierBatchesProps {
  record: RequestRecord
  inbox: InboxReading
  onForward: () => void
}

/** How it came: in which batches, from where and when. */
export function SupplierBatches({ record, inbox, onForward }: SupplierBatchesProps) {
  const words = useWords(requestRecordWords)
  return (
    <section aria-labelledby="supplier-batches">
      <h3 id="supplier-batches">{words.batches}</h3>
      {inbox.batches.length > 0 ? (
        <ol className="batches">
          {inbox.batches.map((batch) => (
            <RecordBatch key={batch._id} record={record} batch={batch} onForward={onForward} />
          ))}
        </ol>
      ) : (
        <Instead inbox={inbox} />
      )}
      {inbox.hasMore && (
        <button type="button" className="quiet-button" disabled={inbox.isReading} onClick={inbox.loadMore}>
          {words.loadMore}
        </button>
      )}
    </section>
  )
}

function Instead({ inbox }: { inbox: InboxReading }) {
  const words = useWords(requestRecordWords)
  const { language } = useLanguage()
  if (inbox.error) {
    return (
      <p role="alert">
        {failureSentence(language, inbox.error)}
        <Gap />
        <button type="button" className="quiet-button" onClick={inbox.retry}>
          {words.again}
        </button>
      </p>
    )
  }
  return <p className="soft">{inbox.isLoading ? words.loading : words.noBatches}</p>
}
