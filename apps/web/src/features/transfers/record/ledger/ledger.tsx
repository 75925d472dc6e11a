import type { TransferRecord } from '@waybill/contract/transfers/list-endpoints'
import { useRef, useState } from 'react'
import { failureSentence } from '../../../../shared/api/problem-words.ts'
import { ClockNote } from '../../../../shared/time/clock-note.tsx'
import { trackingWords } from '../../../../shared/tracking/words/tracking-words.ts'
import { Button } from '../../../../shared/ui/fields/button.ts'
import recordStyles from '../../../../shared/ui/record/record.module.css'
import layoutStyles from '../../../../shared/ui/styles/layout.module.css'
import partsStyles from '../../../../shared/ui/styles/parts.module.css'
import textStyles from '../../../../shared/ui/styles/text.module.css'
import { Gap } from '../../../../shared/words/gap.tsx'
import { helpPath } from '../../../../shared/words/help-path.ts'
import { useLanguage, useWords } from '../../../../shared/words/language.tsx'
import { useOtherSender } from '../record-slip.tsx'
import { FoldLine } from './fold-line.tsx'
import { entryLine, foldVisits, keepKeys } from './fold-visits.ts'
import styles from './ledger.module.css'
import { LedgerFilters } from './ledger-filters.tsx'
import { LedgerLine, type LineNeeds } from './ledger-line.tsx'
import { type LedgerFilter, type LedgerReading, useLedger } from './use-ledger.ts'

/** Bots are folded, so that they show and are not in the way. */
const firstFilter: LedgerFilter = {}

/** All events of a transfer as visits, the newest first. */
export function Ledger({ record }: { record: TransferRecord }) {
  const words = useWords(trackingWords)
  const sender = useOtherSender(record)
  const [filter, setFilter] = useState(firstFilter)
  const ledger = useLedger(record._id, filter)
  const [hasHashes, setHashes] = useState(false)
  const names = new Map(record.recipients.map(({ _id, name }) => [_id, name]))
  const files = new Set(record.files.filter(({ isWithdrawn }) => !isWithdrawn).map(({ _id }) => _id))
  const needs: LineNeeds = { nameOf: (id) => names.get(id) ?? null, sender, hasHashes }
  // Whoever looks for one kind of event looks for entries.
  const folds = filter.kind === undefined ? foldVisits(ledger.entries, ledger) : ledger.entries.map(entryLine)
  const keys = useRef(new Map<string, string>())
  const lines = keepKeys(folds, keys.current)
  return (
    <section className={`${partsStyles.paper} ${recordStyles.recordPart} ledger`} aria-labelledby="record-ledger">
      <header className={`${layoutStyles.row} ${styles.ledgerHead}`}>
        <h2 id="record-ledger">{words.title}</h2>
        {ledger.length !== null && (
          <details className={styles.ledgerChain}>
            <summary aria-label={words.chainLabel}>?</summary>
            <p className={textStyles.soft}>
              {words.chain(ledger.length)}
              <Gap />
              <a href={helpPath('delivered')} target="_blank" rel="noreferrer">
                {words.help}
              </a>
            </p>
          </details>
        )}
      </header>
      <LedgerFilters filter={filter} recipients={record.recipients} onFilter={setFilter}>
        <label className={partsStyles.tick}>
          <input type="checkbox" checked={hasHashes} onChange={() => setHashes(!hasHashes)} />
          {words.hashes}
        </label>
      </LedgerFilters>
      <ClockNote />
      {ledger.entries.length > 0 ? (
        <ol aria-busy={ledger.isStale}>
          {lines.map((line) =>
            line.fold === 'entry' ? (
              <LedgerLine key={line.key} entry={line.entries[0]} {...needs} />
            ) : (
              <FoldLine key={line.key} line={line} files={files} {...needs} />
            ),
          )}
        </ol>
      ) : (
        <Instead ledger={ledger} onAll={() => setFilter({})} />
      )}
      {ledger.hasMore && (
        <div className={styles.ledgerMore}>
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
      <div className={`${layoutStyles.stackTight} ${layoutStyles.starts} ${styles.ledgerInstead}`} role="alert">
        <p>{failureSentence(language, ledger.error)}</p>
        <Button variant="default" onClick={ledger.retry}>
          {words.again}
        </Button>
      </div>
    )
  }
  if (ledger.length === null) return <div className={partsStyles.waiting} role="status" aria-label={words.loading} />
  if (ledger.length === 0)
    return (
      <p className={`${layoutStyles.stackTight} ${layoutStyles.starts} ${styles.ledgerInstead} ${textStyles.soft}`}>
        {words.empty}
      </p>
    )
  return (
    <div className={`${layoutStyles.stackTight} ${layoutStyles.starts} ${styles.ledgerInstead}`}>
      <p className={textStyles.soft}>{words.noMatch}</p>
      <button type="button" className={textStyles.quietButton} onClick={onAll}>
        {words.showAll}
      </button>
    </div>
  )
}
