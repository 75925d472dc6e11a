import { formatBytes } from '@waybill/contract/core/sizes'
import type { ReceiptFile } from '@waybill/contract/tracking/receipt-endpoints'
import { CopyButton } from '../../shared/ui/fields/copy-button.tsx'
import textStyles from '../../shared/ui/styles/text.module.css'
import { useLanguage, useWords } from '../../shared/words/language.tsx'
import receiptCheckStyles from './receipt-check.module.css'
import { utcTime } from './utc-time.ts'
import { receiptCheckWords } from './words/receipt-check-words.ts'

/** The files that show at once; the others are folded. */
const MOST_OPEN = 12
const HASH_SHOWN = 16

/** Every file that was ever in the transfer, each with its checksum and what was delivered of it. */
export function ReceiptFiles({ files }: { files: readonly ReceiptFile[] }) {
  const words = useWords(receiptCheckWords)
  return (
    <details className={receiptCheckStyles.receiptFiles} open={files.length <= MOST_OPEN}>
      <summary>
        <h3>
          {words.files} <span className={textStyles.soft}>{files.length}</span>
        </h3>
      </summary>
      <ul>
        {files.map((file) => (
          <FileLine key={file.id} file={file} />
        ))}
      </ul>
    </details>
  )
}

function FileLine({ file }: { file: ReceiptFile }) {
  const words = useWords(receiptCheckWords)
  const { language } = useLanguage()
  const told = [
    useDelivery(file),
    words.fileStates[file.state],
    file.removedAt === null ? '' : words.fileRemoved,
  ].filter(Boolean)
  return (
    <li data-removed={file.removedAt !== null || undefined}>
      <p>
        {file.name} <span className={`${textStyles.soft} ${textStyles.mono}`}>{formatBytes(file.bytes, language)}</span>
      </p>
      <p className={textStyles.soft}>{told.join(' · ')}</p>
      {file.sha256 && (
        <CopyButton text={file.sha256} label={words.copyHash} done={words.hashCopied}>
          {file.sha256.slice(0, HASH_SHOWN)}…
        </CopyButton>
      )}
    </li>
  )
}

function useDelivery({ deliveredBytes, finishedAt, evidence, doubtBytes }: ReceiptFile): string {
  const words = useWords(receiptCheckWords)
  const { language } = useLanguage()
  if (finishedAt !== null) {
    const told = [words.fileFinished(utcTime(finishedAt.utc, language)), words.entry(finishedAt.entry)]
    const doubt = doubtBytes > 0 ? words.doubt(formatBytes(doubtBytes, language)) : ''
    return [...told, evidence === null ? '' : words.evidences[evidence], doubt].filter(Boolean).join(' · ')
  }
  return deliveredBytes > 0 ? words.filePartly(formatBytes(deliveredBytes, language)) : words.fileNot
}
