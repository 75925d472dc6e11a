import fieldStyles from '../../../../shared/ui/fields/field.module.css'
import layoutStyles from '../../../../shared/ui/styles/layout.module.css'
import { useRequestWords } from '../../request-words.ts'
import { useDraft } from '../draft/draft-context.ts'
import { DraftField, Tick } from '../draft/draft-field.tsx'
import { editingItem, type ItemDraft, isAsking } from '../draft/item-draft.ts'
import requestFormStyles from '../request-form.module.css'
import { requestFormWords } from '../words/request-form-words.ts'
import { ExampleField } from './example-field.tsx'
import itemsPartStyles from './items-part.module.css'
import { PatternField } from './pattern-field.tsx'
import { QuestionFields } from './question-fields.tsx'
import { SizeField } from './size-field.tsx'
import { TypesField } from './types-field.tsx'

/** Everything else about an item: its description, what it accepts, how its files are named; or how it is answered. */
export function ItemDetails({ item }: { item: ItemDraft }) {
  const words = useRequestWords(requestFormWords)
  const { change } = useDraft()
  const edit = (next: Partial<ItemDraft>) => change(editingItem(item, next))
  return (
    <div className={`${layoutStyles.stack} ${itemsPartStyles.itemDetails}`}>
      <Tick isOn={item.isRequired} onChange={(isRequired) => edit({ isRequired })} hint={words.requiredHint}>
        {words.mustCome}
      </Tick>
      <DraftField id={`${item.key}-hint`} label={words.hint}>
        {(aria) => (
          <textarea
            {...aria}
            className={fieldStyles.textField}
            rows={1}
            maxLength={500}
            value={item.hint}
            placeholder={words.hintHint}
            onChange={(event) => edit({ hint: event.currentTarget.value })}
          />
        )}
      </DraftField>
      {isAsking(item) ? <QuestionFields item={item} onEdit={edit} /> : <FileFields item={item} onEdit={edit} />}
    </div>
  )
}

interface FieldsProps {
  item: ItemDraft
  onEdit: (next: Partial<ItemDraft>) => void
}

function FileFields({ item, onEdit: edit }: FieldsProps) {
  const words = useRequestWords(requestFormWords)
  return (
    <>
      <TypesField id={`${item.key}-types`} typed={item.types} onType={(types) => edit({ types })} />
      <div className={`${layoutStyles.stack} ${requestFormStyles.requestPair}`}>
        <DraftField id={`${item.key}-files`} label={words.maxFiles}>
          {(aria) => (
            <input
              {...aria}
              className={fieldStyles.textField}
              inputMode="numeric"
              value={item.maxFiles}
              placeholder={words.noLimit}
              onChange={(event) => edit({ maxFiles: event.currentTarget.value })}
            />
          )}
        </DraftField>
        <SizeField
          id={`${item.key}-size`}
          label={words.maxSize}
          placeholder={words.noLimit}
          typed={item.maxSize}
          onType={(maxSize) => edit({ maxSize })}
        />
      </div>
      <ExampleField item={item} onChoose={(example) => edit({ example })} />
      <PatternField item={item} onType={(pattern) => edit({ pattern })} />
    </>
  )
}
