import { Button } from '@mantine/core'
import type { TransferRecord } from '@waybill/contract/transfers/list-endpoints'
import { call } from '../../../shared/api/client.ts'
import { AgoTime } from '../../../shared/time/ago-time.tsx'
import { Address } from '../../../shared/ui/marks/address.tsx'
import { useWords } from '../../../shared/words/language.tsx'
import { changeRecord } from './use-transfer-record.ts'
import { transferRecordWords } from './words/transfer-record-words.ts'

type Ask = TransferRecord['asks'][number]

/** What recipients ask for, given with one press; nothing where nobody asks. */
export function RecordAsks({ record, mayChange }: { record: TransferRecord; mayChange: boolean }) {
  const words = useWords(transferRecordWords)
  if (record.asks.length === 0) return null
  return (
    <section className="record-part record-asks" aria-labelledby="record-asks">
      <h2 id="record-asks">{words.asks}</h2>
      <ul className="record-rows">
        {record.asks.map((ask) => (
          <AskRow key={ask._id} record={record} ask={ask} mayGive={mayChange && !record.isPaused} />
        ))}
      </ul>
    </section>
  )
}

function AskRow({ record, ask, mayGive }: { record: TransferRecord; ask: Ask; mayGive: boolean }) {
  const words = useWords(transferRecordWords)
  const params = { transfer: record._id, ask: ask._id }
  const answer = (given: 'give' | 'silence', said: string) =>
    void changeRecord(() => call('answerAsk', { params, body: { answer: given } }), said)
  return (
    <li className="record-row" data-ask={ask.wish}>
      <div className="record-row-main">
        <strong>
          <Address of={ask.email} />
        </strong>
        <p className="soft">
          {words.asksFor[ask.wish]} · <AgoTime at={ask.askedAt} />
        </p>
      </div>
      <div className="record-row-acts">
        {mayGive && (
          <Button size="sm" onClick={() => answer('give', words.given[ask.wish](ask.email))}>
            {words.give[ask.wish]}
            <span className="unseen"> {ask.email}</span>
          </Button>
        )}
        <button type="button" className="quiet-button" onClick={() => answer('silence', words.silenced(ask.email))}>
          {words.silence}
          <span className="unseen"> {ask.email}</span>
        </button>
      </div>
    </li>
  )
}
