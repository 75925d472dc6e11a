import type { TransferRecord } from '@waybill/contract/transfers/list-endpoints'
import { call } from '../../../shared/api/client.ts'
import { AgoTime } from '../../../shared/time/ago-time.tsx'
import { Button } from '../../../shared/ui/fields/button.ts'
import { Address } from '../../../shared/ui/marks/address.tsx'
import recordStyles from '../../../shared/ui/record/record.module.css'
import layoutStyles from '../../../shared/ui/styles/layout.module.css'
import linesStyles from '../../../shared/ui/styles/lines.module.css'
import partsStyles from '../../../shared/ui/styles/parts.module.css'
import textStyles from '../../../shared/ui/styles/text.module.css'
import { useWords } from '../../../shared/words/language.tsx'
import { changeRecord } from './use-transfer-record.ts'
import { transferRecordWords } from './words/transfer-record-words.ts'

type AccessRequest = TransferRecord['accessRequests'][number]

/** The open access requests, each granted with one click; nothing where there are none. */
export function RecordAccessRequests({ record, mayChange }: { record: TransferRecord; mayChange: boolean }) {
  const words = useWords(transferRecordWords)
  if (record.accessRequests.length === 0) return null
  return (
    <section
      className={`${partsStyles.paper} ${recordStyles.recordPart} record-access-requests`}
      aria-labelledby="record-access-requests"
    >
      <h2 id="record-access-requests">{words.accessRequests}</h2>
      <ul>
        {record.accessRequests.map((request) => (
          <AccessRequestRow
            key={request._id}
            record={record}
            request={request}
            mayGive={mayChange && !record.isPaused}
          />
        ))}
      </ul>
    </section>
  )
}

function AccessRequestRow({
  record,
  request,
  mayGive,
}: {
  record: TransferRecord
  request: AccessRequest
  mayGive: boolean
}) {
  const words = useWords(transferRecordWords)
  const params = { transfer: record._id, accessRequest: request._id }
  const answer = (given: 'give' | 'silence', said: string) =>
    void changeRecord(() => call('answerAccessRequest', { params, body: { answer: given } }), said)
  return (
    <li className={`${layoutStyles.row} ${layoutStyles.ruled} ${recordStyles.recordRow}`} data-kind={request.kind}>
      <div className={recordStyles.recordRowMain}>
        <strong>
          <Address of={request.email} />
        </strong>
        <p className={textStyles.soft}>
          {words.kinds[request.kind]} · <AgoTime at={request.requestedAt} />
        </p>
      </div>
      <div className={`${linesStyles.line} ${recordStyles.recordRowActs}`}>
        {mayGive && (
          <Button size="sm" onClick={() => answer('give', words.given[request.kind](request.email))}>
            {words.give[request.kind]}
            <span className={textStyles.unseen}> {request.email}</span>
          </Button>
        )}
        <button
          type="button"
          className={textStyles.quietButton}
          onClick={() => answer('silence', words.silenced(request.email))}
        >
          {words.silence}
          <span className={textStyles.unseen}> {request.email}</span>
        </button>
      </div>
    </li>
  )
}
