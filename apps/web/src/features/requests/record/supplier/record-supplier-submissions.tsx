import type { RequestRecord } from '@waybill/contract/requests/shapes'
import { failureSentence } from '../../../../shared/api/problem-words.ts'
import layoutStyles from '../../../../shared/ui/styles/layout.module.css'
import textStyles from '../../../../shared/ui/styles/text.module.css'
import { Gap } from '../../../../shared/words/gap.tsx'
import { useLanguage } from '../../../../shared/words/language.tsx'
import { useRequestWords } from '../../request-words.ts'
import { RecordSubmission } from '../submissions/record-submission.tsx'
import type { InboxReading } from '../submissions/use-record-inbox.ts'
import { requestRecordWords } from '../words/request-record-words.ts'

interface SupplierSubmissionsProps {
  record: RequestRecord
  inbox: InboxReading
  onForward: () => void
}

/** Which submissions it came in, from where and when. */
export function SupplierSubmissions({ record, inbox, onForward }: SupplierSubmissionsProps) {
  const words = useRequestWords(requestRecordWords)
  return (
    <section aria-labelledby="supplier-submissions">
      <h3 id="supplier-submissions">{words.submissions}</h3>
      {inbox.submissions.length > 0 ? (
        <ol className={`${layoutStyles.stack} submissions`}>
          {inbox.submissions.map((submission) => (
            <RecordSubmission key={submission._id} record={record} submission={submission} onForward={onForward} />
          ))}
        </ol>
      ) : (
        <Instead inbox={inbox} />
      )}
      {inbox.hasMore && (
        <button type="button" className={textStyles.quietButton} disabled={inbox.isReading} onClick={inbox.loadMore}>
          {words.loadMore}
        </button>
      )}
    </section>
  )
}

function Instead({ inbox }: { inbox: InboxReading }) {
  const words = useRequestWords(requestRecordWords)
  const { language } = useLanguage()
  if (inbox.error) {
    return (
      <p role="alert">
        {failureSentence(language, inbox.error)}
        <Gap />
        <button type="button" className={textStyles.quietButton} onClick={inbox.retry}>
          {words.again}
        </button>
      </p>
    )
  }
  return <p className={textStyles.soft}>{inbox.isLoading ? words.loading : words.noSubmissions}</p>
}
