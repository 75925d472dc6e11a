import { MESSAGE_MAX_CHARS, messageLength } from '@waybill/contract/transfers/message-links'
import { change } from '../../../shared/drafts/change-draft.ts'
import { useQuickSend } from '../../../shared/drafts/quick-send-state.ts'
import fieldStyles from '../../../shared/ui/fields/field.module.css'
import recordStyles from '../../../shared/ui/record/record.module.css'
import layoutStyles from '../../../shared/ui/styles/layout.module.css'
import textStyles from '../../../shared/ui/styles/text.module.css'
import { useWords } from '../../../shared/words/language.tsx'
import { quickSendWords } from './words/quick-send-words.ts'

/** A short message with the transfer, counted as a person counts characters. */
export function MessageField() {
  const words = useWords(quickSendWords)
  const message = useQuickSend((state) => state.draft.message)
  const length = messageLength(message)
  const isOver = length > MESSAGE_MAX_CHARS
  return (
    <div className={recordStyles.field}>
      <div className={`${layoutStyles.ends} ${fieldStyles.fieldHead}`}>
        <label htmlFor="message">{words.message}</label>
        <span
          id="message-count"
          className={`${fieldStyles.fieldCount} ${textStyles.mono}`}
          data-over={isOver || undefined}
        >
          {words.messageCount(length, MESSAGE_MAX_CHARS)}
        </span>
      </div>
      <textarea
        id="message"
        className={fieldStyles.textField}
        rows={2}
        value={message}
        aria-invalid={isOver}
        aria-describedby="message-count"
        onChange={(event) => change({ kind: 'write', field: 'message', text: event.currentTarget.value })}
      />
    </div>
  )
}
