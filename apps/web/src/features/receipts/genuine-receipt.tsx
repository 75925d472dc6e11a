import { formatBytes } from '@waybill/contract/core/sizes'
import { Slip } from '../../shared/ui/marks/slip.tsx'
import { Stamp } from '../../shared/ui/marks/stamp.tsx'
import layoutStyles from '../../shared/ui/styles/layout.module.css'
import textStyles from '../../shared/ui/styles/text.module.css'
import { useLanguage, useWords } from '../../shared/words/language.tsx'
import { CompareFiles } from './compare-files.tsx'
import type { Verdict } from './judge-receipt.ts'
import receiptCheckStyles from './receipt-check.module.css'
import { ReceiptFacts } from './receipt-facts.tsx'
import { ReceiptFiles } from './receipt-files.tsx'
import { summaryOf } from './receipt-summary.ts'
import { utcTime } from './utc-time.ts'
import { receiptCheckWords } from './words/receipt-check-words.ts'

/** The contents of a valid receipt, in plain words, and what follows from it. */
export function GenuineReceipt({ verdict }: { verdict: Extract<Verdict, { is: 'genuine' }> }) {
  const words = useWords(receiptCheckWords)
  const { language } = useLanguage()
  const { receipt, brokenPlace, wrongFact } = verdict
  return (
    <div className={receiptCheckStyles.receiptGenuine}>
      <Slip
        number={receipt.transfer.slug}
        name={words.genuineName(receipt.transfer.slug)}
        label={words.issued(utcTime(receipt.issuedAt.utc, language))}
      >
        <div className={`${layoutStyles.wrap} ${receiptCheckStyles.receiptGenuineHead}`}>
          <h2 className={layoutStyles.title}>{summaryOf(receipt, words, (bytes) => formatBytes(bytes, language))}</h2>
          <Stamp ink={brokenPlace === null && wrongFact === null ? 'delivered' : 'waiting'} isFresh>
            {words.genuineStamp}
          </Stamp>
        </div>
        <p className={textStyles.soft}>{words.asOf}</p>
        {brokenPlace !== null && (
          <p className={`${layoutStyles.callout} ${layoutStyles.aboveClose}`}>{words.broken(brokenPlace)}</p>
        )}
        {brokenPlace === null && wrongFact !== null && (
          <p className={`${layoutStyles.callout} ${layoutStyles.aboveClose}`}>{words.wrongFact(wrongFact)}</p>
        )}
        <ReceiptFacts verdict={verdict} />
        <ReceiptFiles files={receipt.files} />
      </Slip>
      <div className={`${layoutStyles.stack} ${receiptCheckStyles.receiptBeside}`}>
        <Points title={words.provesTitle} points={words.proves} mark="proves" />
        <Points title={words.provesNotTitle} points={words.provesNot} mark="not" />
        <CompareFiles files={receipt.files} />
      </div>
    </div>
  )
}

function Points({ title, points, mark }: { title: string; points: readonly string[]; mark: 'proves' | 'not' }) {
  return (
    <section className={receiptCheckStyles.receiptPoints} data-mark={mark}>
      <h3>{title}</h3>
      <ul>
        {points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
    </section>
  )
}
