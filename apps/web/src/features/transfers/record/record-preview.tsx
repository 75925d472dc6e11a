import type { TransferRecord } from '@waybill/contract/transfers/list-endpoints'
import { useState } from 'react'
import { useAccount } from '../../../shared/api/session.ts'
import { RecipientPreview, shownLogo } from '../../../shared/preview/recipient-preview.tsx'
import { previewWords } from '../../../shared/preview/words/preview-words.ts'
import { formatDay } from '../../../shared/time/moment.ts'
import textStyles from '../../../shared/ui/styles/text.module.css'
import { useLanguage, useWords } from '../../../shared/words/language.tsx'
import { transferListWords } from '../list/words/transfer-list-words.ts'

/** The recipient's page of a transfer, also of one that is not sent yet. */
export function RecordPreview({ record }: { record: TransferRecord }) {
  const words = useWords(previewWords)
  const [isOpen, setOpen] = useState(false)
  const account = useAccount()
  const first = record.recipients.find(({ isRemoved, email }) => !isRemoved && email !== null)
  return (
    <>
      <button type="button" className={textStyles.quietButton} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {words.open}
      </button>
      <RecipientPreview
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        transfer={{
          slug: record.slug,
          sender: { name: record.senderName, email: record.senderEmail },
          role: account?.role ?? 'free',
          logo: shownLogo(account),
          to: record.sendAs === 'email' ? (first?.email ?? '…') : null,
          title: record.title,
          message: record.message,
          files: record.files
            .filter(({ isWithdrawn }) => !isWithdrawn)
            .map(({ _id, fileName, bytes }) => ({ id: _id, path: fileName, bytes })),
          asks: record.hasPassword ? 'password' : record.onlyProven ? 'code' : null,
          expiry: useExpiry(record),
        }}
      />
    </>
  )
}

/** That of a scheduled transfer is not known yet. */
function useExpiry({ expiryDate, sendLater, state }: TransferRecord): string | null {
  const words = useWords(transferListWords)
  const { language } = useLanguage()
  if (sendLater !== null || state === 'expired') return null
  if (expiryDate === null) return words.neverExpires
  return words.expires(formatDay(new Date(expiryDate).toISOString(), 'local', language))
}
