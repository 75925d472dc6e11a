import type { TransferRecord } from '@waybill/contract/transfers/list-endpoints'
import { MESSAGE_MAX_CHARS, messageLength } from '@waybill/contract/transfers/message-links'
import { type FormEvent, useState } from 'react'
import { call } from '../../../shared/api/client.ts'
import { Button } from '../../../shared/ui/fields/button.ts'
import fieldStyles from '../../../shared/ui/fields/field.module.css'
import recordStyles from '../../../shared/ui/record/record.module.css'
import layoutStyles from '../../../shared/ui/styles/layout.module.css'
import partsStyles from '../../../shared/ui/styles/parts.module.css'
import textStyles from '../../../shared/ui/styles/text.module.css'
import { useWords } from '../../../shared/words/language.tsx'
import { changeRecord } from './use-transfer-record.ts'
import { transferRecordWords } from './words/transfer-record-words.ts'

/** The message of the transfer; after a change, everyone who opens the link sees the new one. */
export function RecordMessage({ record, mayChange }: { record: TransferRecord; mayChange: boolean }) {
  const words = useWords(transferRecordWords)
  const [isWriting, setWriting] = useState(false)
  return (
    <section className={`${partsStyles.paper} ${recordStyles.recordPart}`} aria-labelledby="record-message">
      <h2 id="record-message">{words.message}</h2>
      {isWriting ? (
        <MessageForm record={record} onEnd={() => setWriting(false)} />
      ) : (
        <>
          <p className={record.message ? layoutStyles.asWritten : textStyles.soft}>
            {record.message || words.noMessage}
          </p>
          {mayChange && (
            <button type="button" className={textStyles.quietButton} onClick={() => setWriting(true)}>
              {words.edit}
            </button>
          )}
        </>
      )}
    </section>
  )
}

function MessageForm({ record, onEnd }: { record: TransferRecord; onEnd: () => void }) {
  const words = useWords(transferRecordWords)
  const [text, setText] = useState(record.message)
  const length = messageLength(text)
  const isOver = length > MESSAGE_MAX_CHARS
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const params = { transfer: record._id }
    if (!isOver && (await changeRecord(() => call('editTransfer', { params, body: { message: text } })))) onEnd()
  }
  return (
    <form className={`${layoutStyles.stackTight} ${recordStyles.recordForm}`} onSubmit={(event) => void save(event)}>
      <textarea
        className={fieldStyles.textField}
        rows={3}
        value={text}
        aria-label={words.message}
        aria-invalid={isOver}
        // biome-ignore lint/a11y/noAutofocus: pressing Edit is asking to write
        autoFocus
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <p className={`${fieldStyles.fieldCount} ${textStyles.mono}`} data-over={isOver || undefined}>
        {words.messageCount(length, MESSAGE_MAX_CHARS)}
      </p>
      <div className={recordStyles.recordFormActs}>
        <Button type="submit" disabled={isOver}>
          {words.save}
        </Button>
        <Button variant="default" onClick={onEnd}>
          {words.cancel}
        </Button>
      </div>
    </form>
  )
}
