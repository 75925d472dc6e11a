import { parseAddress } from '@waybill/contract/transfers/recipients'
import { useState } from 'react'
import { change } from '../../../shared/drafts/change-draft.ts'
import { useQuickSend } from '../../../shared/drafts/quick-send-state.ts'
import { ErrorTip, type Tip } from '../../../shared/ui/fields/error-tip.tsx'
import fieldStyles from '../../../shared/ui/fields/field.module.css'
import recordStyles from '../../../shared/ui/record/record.module.css'
import layoutStyles from '../../../shared/ui/styles/layout.module.css'
import { useWords } from '../../../shared/words/language.tsx'
import { quickSendWords } from './words/quick-send-words.ts'

/** The sender's address; checked when the field loses the focus, so that no error shows during typing. */
export function SenderField() {
  const words = useWords(quickSendWords)
  const senderEmail = useQuickSend((state) => state.draft.senderEmail)
  const [tip, setTip] = useState<Tip | null>(null)
  const check = () => {
    if (senderEmail.trim() === '' || 'address' in parseAddress(senderEmail)) setTip(null)
    else setTip((shown) => ({ turn: (shown?.turn ?? 0) + 1, text: words.invalidSender }))
  }
  const write = (text: string) => {
    setTip(null)
    change({ kind: 'write', field: 'senderEmail', text })
  }
  return (
    <div className={recordStyles.field}>
      <div className={`${layoutStyles.ends} ${fieldStyles.fieldHead}`}>
        <label htmlFor="sender-email">{words.sender}</label>
      </div>
      <input
        id="sender-email"
        className={fieldStyles.textField}
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        placeholder={words.senderPlaceholder}
        value={senderEmail}
        aria-invalid={tip !== null}
        aria-describedby="sender-email-tip"
        onChange={(event) => write(event.currentTarget.value)}
        onBlur={check}
      />
      <ErrorTip id="sender-email-tip" tip={tip} onEnd={() => setTip(null)} />
    </div>
  )
}
