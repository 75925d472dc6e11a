import type { TransferRecord } from '@waybill/contract/transfers/list-endpoints'
import { useState } from 'react'
import { failureSentence } from '../../../../shared/api/problem-words.ts'
import { trackingWords } from '../../../../shared/tracking/words/tracking-words.ts'
import { Button } from '../../../../shared/ui/fields/button.ts'
import { useLanguage, useWords } from '../../../../shared/words/language.tsx'
import './ledger.css'
import { LedgerFilters } from './ledger-filters.tsx'
import { LedgerLine } from './ledger-line.tsx'
import { type LedgerReading, type LedgerWish, useLedger } from './use-ledger.ts'

/** What people look for first; machines and everything are one press away. */
const firstWish: LedgerWish = { actorKind: 'human' }

/** Everything that happened with a transfer, the newest first. */
export function Ledger({ record }: { record: Pick<TransferRecord, '_id' | 'recipients'> }) {
  const words = useWords(trackingWords)
  const [wish, setWish] = useState(firstWish)
  const ledger = useLedger(record._id, wish)
  const names = new Map(record.recipients.map(({ _id, name }) => [_id, name]))
  return (
    <section className="record-part ledger" aria-labelledby="record-ledger">
      <header className="ledger-head">
        <h2 id="record-ledger">{words.title}</h2>
        {ledger.length !== null && (
          <details className="ledger-chain">
            <summary aria-label={words.chainLabel}>?</summary>
            <p className="soft">{words.chain(ledger.length)}</p>
          </details>
        )}
      </header>
      <LedgerFilters wish={wish} recipients={record.recipients} onWish={setWish} />
      {ledger.entries.length > 0 ? (
        <ol className="ledger-lines" aria-busy={ledger.isStale}>
          {ledger.entries.map((entry) => (
            <LedgerLine key={entry._id} entry={entry} nameOf={(id) => names.get(id) ?? null} />
          ))}
        </ol>
      ) : (
        <Instead ledger={ledger} onAll={() => setWish({})} />
      )}
      {ledger.hasMore && (
        <div className="ledger-more">
          <Button variant="default" loading={ledger.isLoadingMore} onClick={ledger.loadMore}>
            {words.loadMore}
          </Button>
        </div>
      )}
    </section>
  )
}

function Instead({ ledger, onAll }: { ledger: LedgerReading; onAll: () => void }) {
  const words = useWords(trackingWords)
  const { language } = useLanguage()
  if (ledger.error) {
    return (
      <div className="ledger-instead" role="alert">
        <p>{failureSentence(language, ledger.error)}</p>
        <Button variant="default" onClick={ledger.retry}>
          {words.again}
        </Button>
      </div>
    )
  }
  if (ledger.length === null) return <div className="ledger-waiting" role="status" aria-label={words.loading} />
  if (ledger.length === 0) return <p className="ledger-instead soft">{words.empty}</p>
  return (
    <div className="ledger-instead">
      <p className="soft">{words.noMatch}</p>
      <button type="button" className="quiet-button" onClick={onAll}>
        {words.showAll}
      </button>
    </div>
  )
}
