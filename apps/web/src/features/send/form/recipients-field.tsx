import { plans } from '@waybill/contract/billing/plans'
import { AddressChips } from '../../../shared/addresses/address-chips.tsx'
import { change } from '../../../shared/drafts/change-draft.ts'
import { useQuickSend } from '../../../shared/drafts/quick-send-state.ts'
import { useWords } from '../../../shared/words/language.tsx'
import { quickSendWords } from './words/quick-send-words.ts'

/** The draft's recipients. */
export function RecipientsField() {
  const words = useWords(quickSendWords)
  const { role, emailTo, recipientText, badRecipients } = useQuickSend((state) => state.draft)
  return (
    <AddressChips
      id="email-to"
      label={words.emailTo}
      addresses={emailTo}
      text={recipientText}
      bad={badRecipients}
      limit={plans[role].recipientLimit}
      onWrite={(text) => change({ kind: 'write', field: 'recipientText', text })}
      onAdd={(text) => change({ kind: 'add-recipients', text })}
      onRemove={(address) => change({ kind: 'remove-recipient', address })}
    />
  )
}
