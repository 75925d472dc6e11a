import { formatBytes } from '@waybill/contract/core/sizes'
import { DropBox } from '../../features/receipts/drop-box.tsx'
import { GenuineReceipt } from '../../features/receipts/genuine-receipt.tsx'
import receiptCheckStyles from '../../features/receipts/receipt-check.module.css'
import { summaryOf } from '../../features/receipts/receipt-summary.ts'
import { type ReceiptCheck, useReceiptCheck } from '../../features/receipts/use-receipt-check.ts'
import { DoubtedNote, UnableNote, UnreadableNote } from '../../features/receipts/verdict-notes.tsx'
import { receiptCheckWords } from '../../features/receipts/words/receipt-check-words.ts'
import { failureSentence } from '../../shared/api/problem-words.ts'
import { Button } from '../../shared/ui/fields/button.ts'
import { usePageTitle } from '../../shared/ui/page/page-title.ts'
import layoutStyles from '../../shared/ui/styles/layout.module.css'
import partsStyles from '../../shared/ui/styles/parts.module.css'
import textStyles from '../../shared/ui/styles/text.module.css'
import { Gap } from '../../shared/words/gap.tsx'
import { useLanguage, useWords } from '../../shared/words/language.tsx'

/** The page where anybody checks whether a server of ours signed a delivery receipt. */
export function VerifyReceiptPage() {
  const words = useWords(receiptCheckWords)
  const check = useReceiptCheck()
  usePageTitle(words.title)
  const isGenuine = check.verdict?.is === 'genuine'
  return (
    <div
      className={`${layoutStyles.stackWide} ${receiptCheckStyles.receiptCheck}`}
      data-genuine={isGenuine || undefined}
    >
      <div className={`${layoutStyles.row} ${receiptCheckStyles.receiptCheckHead}`}>
        <h1>{words.title}</h1>
        {isGenuine ? (
          <Button variant="default" onClick={check.reset}>
            {words.another}
          </Button>
        ) : (
          <p className={textStyles.soft}>{words.text}</p>
        )}
      </div>
      {!isGenuine && (
        <DropBox
          choose={words.choose}
          hint={words.dropHint}
          dropNow={words.dropNow}
          onFiles={([file]) => file && check.judge(file)}
        />
      )}
      <p className={textStyles.unseen} role="status">
        {useSentence(check)}
      </p>
      <div className="receipt-check-verdict">
        <Outcome check={check} />
      </div>
      {check.ownKeys !== null && <OwnKeys count={check.ownKeys} onDrop={check.dropKeys} />}
    </div>
  )
}

/** The result for the file in one sentence, for screen readers; they read the rest in its place. */
function useSentence({ isReading, error, verdict, ownKeys }: ReceiptCheck): string {
  const words = useWords(receiptCheckWords)
  const { language } = useLanguage()
  if (isReading) return words.checking
  if (error) return failureSentence(language, error)
  if (verdict?.is === 'genuine') {
    const summary = summaryOf(verdict.receipt, words, (bytes) => formatBytes(bytes, language))
    return words.outcome(words.genuineStamp, summary)
  }
  if (verdict?.is === 'doubted') return words.outcome(words.doubtStamp, words.doubts[verdict.why])
  if (verdict?.is === 'unreadable') return words.outcome(words.unreadableStamp, words.unreadable[verdict.why])
  if (verdict?.is === 'unable') return words.unableTitle
  return verdict !== null && ownKeys !== null ? words.keysTaken(ownKeys) : ''
}

function Outcome({ check }: { check: ReceiptCheck }) {
  const words = useWords(receiptCheckWords)
  const { language } = useLanguage()
  const { verdict, error, isReading } = check
  if (isReading) return <p className={textStyles.soft}>{words.checking}</p>
  if (error) {
    return (
      <div
        className={`${partsStyles.paper} ${layoutStyles.stackClose} ${layoutStyles.starts} ${receiptCheckStyles.receiptNote}`}
      >
        <p>{failureSentence(language, error)}</p>
        <Button variant="default" onClick={check.retry}>
          {words.tryAgain}
        </Button>
      </div>
    )
  }
  if (verdict?.is === 'genuine') return <GenuineReceipt verdict={verdict} />
  if (verdict?.is === 'doubted') return <DoubtedNote verdict={verdict} />
  if (verdict?.is === 'unreadable') return <UnreadableNote why={verdict.why} />
  return verdict?.is === 'unable' ? <UnableNote /> : null
}

function OwnKeys({ count, onDrop }: { count: number; onDrop: () => void }) {
  const words = useWords(receiptCheckWords)
  return (
    <p className={`${layoutStyles.callout} receipt-own-keys`} data-tone="good">
      {words.keysTaken(count)}
      <Gap />
      <button type="button" className={textStyles.quietButton} onClick={onDrop}>
        {words.keysBack}
      </button>
    </p>
  )
}
