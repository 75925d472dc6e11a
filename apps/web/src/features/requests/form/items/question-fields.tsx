import { questionKinds } from '@waybill/contract/requests/questions'
import fieldStyles from '../../../../shared/ui/fields/field.module.css'
import { useRequestWords } from '../../request-words.ts'
import { DraftField, Tick } from '../draft/draft-field.tsx'
import type { ItemDraft } from '../draft/item-draft.ts'
import { requestFormWords } from '../words/request-form-words.ts'

interface QuestionFieldsProps {
  item: ItemDraft
  onEdit: (next: Partial<ItemDraft>) => void
}

/** How a question is answered. The kind of a question that suppliers know stays. */
export function QuestionFields({ item, onEdit }: QuestionFieldsProps) {
  const words = useRequestWords(requestFormWords)
  return (
    <>
      <DraftField id={`${item.key}-kind`} label={words.questionKind} hint={item.id === null ? '' : words.kindFixed}>
        {(aria) => (
          <select
            {...aria}
            className={fieldStyles.textField}
            value={item.kind}
            disabled={item.id !== null}
            onChange={(event) => onEdit({ kind: event.currentTarget.value as ItemDraft['kind'] })}
          >
            {questionKinds.map((kind) => (
              <option key={kind} value={kind}>
                {words.questionKinds[kind]}
              </option>
            ))}
          </select>
        )}
      </DraftField>
      {item.kind === 'choice' && (
        <>
          <DraftField id={`${item.key}-options`} label={words.options} hint={words.optionsHint}>
            {(aria) => (
              <textarea
                {...aria}
                className={fieldStyles.textField}
                rows={3}
                value={item.options}
                onChange={(event) => onEdit({ options: event.currentTarget.value })}
              />
            )}
          </DraftField>
          <Tick isOn={item.takesSeveral} onChange={(takesSeveral) => onEdit({ takesSeveral })}>
            {words.takesSeveral}
          </Tick>
        </>
      )}
    </>
  )
}
