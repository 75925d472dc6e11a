import { messageLength, TITLE_MAX_CHARS } from '@waybill/contract/transfers/message-links'
import { change } from '../../../shared/drafts/change-draft.ts'
import { useQuickSend } from '../../../shared/drafts/quick-send-state.ts'
import fieldStyles from '../../../shared/ui/fields/field.module.css'
import recordStyles from '../../../shared/ui/record/record.module.css'
import layoutStyles from '../../../shared/ui/styles/layout.module.css'
import textStyles from '../../../shared/ui/styles/text.module.css'
import { useWords } from '../../../shared/words/language.tsx'
import { optionsWords } from './words/options-words.ts'

/** From here on the field says how many characters are used. */
const COUNTS_FROM = 90

/** What the transfer is called; without it, readers see a title made from the files. */
export function TitleField() {
  const words = useWords(optionsWords)
  const title = useQuickSend((state) => state.draft.title)
  const length = messageLength(title)
  const isOver = length > TITLE_MAX_CHARS
  return (
    <div className={recordStyles.field}>
      <div className={`${layoutStyles.ends} ${fieldStyles.fieldHead}`}>
        <label htmlFor="title">{words.title}</label>
        {length >= COUNTS_FROM && (
          <span className={`${fieldStyles.fieldCount} ${textStyles.mono}`} data-over={isOver || undefined}>
            {length} / {TITLE_MAX_CHARS}
          </span>
        )}
      </div>
      <input
        id="title"
        className={fieldStyles.textField}
        autoComplete="off"
        value={title}
        aria-invalid={isOver}
        onChange={(event) => change({ kind: 'write', field: 'title', text: event.currentTarget.value })}
      />
    </div>
  )
}
