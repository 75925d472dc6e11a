import type { TransferRecord } from '@waybill/contract/transfers/list-endpoints'
import { messageLength, TITLE_MAX_CHARS } from '@waybill/contract/transfers/message-links'
import { type FormEvent, useState } from 'react'
import { call } from '../../../shared/api/client.ts'
import { Button } from '../../../shared/ui/fields/button.ts'
import fieldStyles from '../../../shared/ui/fields/field.module.css'
import recordStyles from '../../../shared/ui/record/record.module.css'
import layoutStyles from '../../../shared/ui/styles/layout.module.css'
import textStyles from '../../../shared/ui/styles/text.module.css'
import { useWords } from '../../../shared/words/language.tsx'
import { titleOf } from '../title-of.ts'
import { RecordPreview } from './record-preview.tsx'
import { changeRecord } from './use-transfer-record.ts'
import { transferRecordWords } from './words/transfer-record-words.ts'

/** The title of the transfer as its heading, which may be changed in place. */
export function RecordTitle({ record }: { record: TransferRecord }) {
  const words = useWords(transferRecordWords)
  const [isWriting, setWriting] = useState(false)
  const { name, others } = titleOf(record)
  if (isWriting) return <TitleForm record={record} onEnd={() => setWriting(false)} />
  return (
    <div>
      <h1>
        {name}
        {others > 0 && <span className={textStyles.soft}> {words.more(others)}</span>}
      </h1>
      <div className={layoutStyles.row}>
        {record.mayChange && record.deletedAt === null && (
          <button type="button" className={textStyles.quietButton} onClick={() => setWriting(true)}>
            {words.editTitle}
          </button>
        )}
        {record.deletedAt === null && <RecordPreview record={record} />}
      </div>
    </div>
  )
}

function TitleForm({ record, onEnd }: { record: TransferRecord; onEnd: () => void }) {
  const words = useWords(transferRecordWords)
  const [text, setText] = useState(record.title ?? '')
  const isOver = messageLength(text) > TITLE_MAX_CHARS
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const params = { transfer: record._id }
    if (!isOver && (await changeRecord(() => call('editTransfer', { params, body: { title: text } })))) onEnd()
  }
  return (
    <form
      className={`${layoutStyles.stackTight} ${recordStyles.recordForm}`}
      onSubmit={(event) => void save(event)}
      onKeyDown={({ key }) => key === 'Escape' && onEnd()}
    >
      <input
        className={fieldStyles.textField}
        value={text}
        placeholder={words.titlePlaceholder}
        aria-label={words.title}
        aria-invalid={isOver}
        // biome-ignore lint/a11y/noAutofocus: pressing the button is asking to write
        autoFocus
        onChange={(event) => setText(event.currentTarget.value)}
      />
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
