import type { RecipientState, TransferRecord } from '@waybill/contract/transfers/list-endpoints'
import { useState } from 'react'
import { callForFile } from '../../../../shared/api/client.ts'
import { mutate } from '../../../../shared/api/mutate.ts'
import { saveBlob } from '../../../../shared/ui/files/save-blob.ts'
import recordStyles from '../../../../shared/ui/record/record.module.css'
import layoutStyles from '../../../../shared/ui/styles/layout.module.css'
import textStyles from '../../../../shared/ui/styles/text.module.css'
import { useWords } from '../../../../shared/words/language.tsx'
import { receiptWords } from './words/receipts-words.ts'

const forms = [
  { ending: 'pdf', name: 'printReceipt' },
  { ending: 'json', name: 'readReceipt' },
] as const
type Form = (typeof forms)[number]

interface ReceiptButtonsProps {
  record: Pick<TransferRecord, '_id' | 'slug'>
  recipient: Pick<RecipientState, '_id' | 'email'>
  who: string
}

/** Receipts mention checksums that are still being computed; this says so once, before all of them. */
export function PreparingNote({ files }: Pick<TransferRecord, 'files'>) {
  const words = useWords(receiptWords)
  const isPreparing = files.some(({ sha256, isWithdrawn }) => sha256 === null && !isWithdrawn)
  return isPreparing ? <p className={textStyles.soft}>{words.inPreparation}</p> : null
}

/** One recipient's delivery receipt, to print or to check. */
export function ReceiptButtons({ record, recipient, who }: ReceiptButtonsProps) {
  const words = useWords(receiptWords)
  const [making, setMaking] = useState<Form['ending'] | null>(null)
  const take = async ({ ending, name }: Form) => {
    setMaking(ending)
    const params = { transfer: record._id, recipient: recipient._id }
    const file = await mutate(() => callForFile(name, { params }))
    if (file !== null) saveBlob(file, receiptName(record.slug, recipient.email, ending))
    setMaking(null)
  }
  return (
    <fieldset className={`${layoutStyles.row} ${recordStyles.recordReceipt}`}>
      <legend className={textStyles.unseen}>{words.receiptFor(who)}</legend>
      <span className={textStyles.soft} aria-hidden="true">
        {words.receipt}
      </span>
      {forms.map((form) => (
        <button
          key={form.ending}
          type="button"
          className={textStyles.quietButton}
          aria-busy={making === form.ending}
          aria-disabled={making !== null}
          onClick={() => making === null && void take(form)}
        >
          {form.ending.toUpperCase()}
          <span className={textStyles.unseen}> {words.receiptFor(who)}</span>
        </button>
      ))}
      {making !== null && (
        <span className={`${textStyles.soft} ${layoutStyles.wholeLine}`} role="status">
          {words.making}
        </span>
      )}
    </fieldset>
  )
}

const MAX_NAME = 60

/** What a saved receipt is called: whose it is, in letters that every file system takes. */
function receiptName(slug: string, address: string | null, ending: 'pdf' | 'json'): string {
  const who = (address ?? 'link')
    .replaceAll(/[^\p{L}\p{N}.@_-]+/gu, '-')
    .replaceAll('@', '-at-')
    .slice(0, MAX_NAME)
  return `waybill-${slug}-receipt-${who}.${ending}`
}
