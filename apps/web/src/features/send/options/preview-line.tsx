import type { User } from '@waybill/contract/identity/profile-endpoints'
import { expiryOptions } from '@waybill/contract/transfers/expiry'
import { useState } from 'react'
import { allFiles } from '../../../shared/drafts/draft.ts'
import { useQuickSend } from '../../../shared/drafts/quick-send-state.ts'
import { RecipientPreview, shownLogo } from '../../../shared/preview/recipient-preview.tsx'
import { previewWords } from '../../../shared/preview/words/preview-words.ts'
import textStyles from '../../../shared/ui/styles/text.module.css'
import { useWords } from '../../../shared/words/language.tsx'
import { quickSendWords } from '../form/words/quick-send-words.ts'

/** The recipient's page of the draft: once it has files. */
export function PreviewLine({ account }: { account: User | null | undefined }) {
  const words = useWords(previewWords)
  const { expiresIn } = useWords(quickSendWords)
  const draft = useQuickSend((state) => state.draft)
  const [isOpen, setOpen] = useState(false)
  const files = allFiles(draft)
  if (files.length === 0) return null
  const { password, onlyProven } = draft.options
  const expiry = expiryOptions.find(({ seconds }) => seconds === draft.expirySeconds)?.key ?? 'week'
  return (
    <p>
      <button type="button" className={textStyles.quietButton} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {words.open}
      </button>
      <RecipientPreview
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        transfer={{
          sender: { name: account?.fullName ?? null, email: draft.senderEmail || '…' },
          role: draft.role,
          logo: shownLogo(account),
          to: draft.sendAs === 'email' ? (draft.emailTo[0] ?? '…') : null,
          title: draft.title.trim() || null,
          message: draft.message,
          files,
          asks: password !== '' ? 'password' : onlyProven ? 'code' : null,
          expiry: expiresIn[expiry],
        }}
      />
    </p>
  )
}
