import { plans } from '@waybill/contract/billing/plans'
import { useWords } from '../words/language.tsx'
import { quickSendWords } from '../words/quick-send.ts'
import { AddressChips } from './address-chips.tsx'
import { change } from './change-draft.ts'
import { useQuickSend } from './quick-send-state.ts'

/** Whom the draft goes to. */
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
