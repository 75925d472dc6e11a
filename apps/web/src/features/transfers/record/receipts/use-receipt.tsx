import type { RecipientState, TransferRecord } from '@waybill/contract/transfers/list-endpoints'
import { useState } from 'react'
import { callForFile } from '../../../../shared/api/client.ts'
import { mutate } from '../../../../shared/api/mutate.ts'
import { saveBlob } from '../../../../shared/ui/files/save-blob.ts'
import textStyles from '../../../../shared/ui/styles/text.module.css'
import { useWords } from '../../../../shared/words/language.tsx'
import { receiptWords } from './words/receipts-words.ts'

const calls = { pdf: 'printReceipt', json: 'readReceipt' } as const
/** To print or to check. */
export type ReceiptForm = keyof typeof calls

/** Receipts mention checksums that are still being computed; this says so once, before all of them. */
export function PreparingNote({ files }: Pick<TransferRecord, 'files'>) {
  const words = useWords(receiptWords)
  const isPreparing = files.some(({ sha256, isWithdrawn }) => sha256 === null && !isWithdrawn)
  return isPreparing ? <p className={textStyles.soft}>{words.inPreparation}</p> : null
}

interface Receipt {
  /** Makes the receipt and saves it; one at a time. */
  take: (form: ReceiptForm) => void
  isMaking: boolean
}

/** One recipient's delivery receipt. */
export function useReceipt(
  record: Pick<TransferRecord, '_id' | 'slug'>,
  recipient: Pick<RecipientState, '_id' | 'email'>,
): Receipt {
  const [isMaking, setMaking] = useState(false)
  const take = async (form: ReceiptForm) => {
    setMaking(true)
    const params = { transfer: record._id, recipient: recipient._id }
    const file = await mutate(() => callForFile(calls[form], { params }))
    if (file !== null) saveBlob(file, receiptName(record.slug, recipient.email, form))
    setMaking(false)
  }
  return { take: (form) => void (isMaking || take(form)), isMaking }
}

const MAX_NAME = 60

/** What a saved receipt is called: whose it is, in letters that every file system takes. */
function receiptName(slug: string, address: string | null, ending: ReceiptForm): string {
  const who = (address ?? 'link')
    .replaceAll(/[^\p{L}\p{N}.@_-]+/gu, '-')
    .replaceAll('@', '-at-')
    .slice(0, MAX_NAME)
  return `waybill-${slug}-receipt-${who}.${ending}`
}
