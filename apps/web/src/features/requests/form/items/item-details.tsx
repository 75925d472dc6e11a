import { useRequestWords } from '../../request-words.ts'
import { useDraft } from '../draft/draft-context.ts'
import { DraftField, Tick } from '../draft/draft-field.tsx'
import { editingItem, type ItemDraft } from '../draft/item-draft.ts'
import { requestFormWords } from '../words/request-form-words.ts'
import { ExampleField } from './example-field.tsx'
import { PatternField } from './pattern-field.tsx'
import { SizeField } from './size-field.tsx'
import { TypesField } from './types-field.tsx'

/** Everything else about an item: what is meant, what it takes, how it is called afterwards. */
export function ItemDetails({ item }: { item: ItemDraft }) {
  const words = useRequestWords(requestFormWords)
  const { change } = useDraft()
  const edit = (next: Partial<ItemDraft>) => change(editingItem(item, next))
  return (
    <div className="item-details">
      <Tick isOn={item.isRequired} onChange={(isRequired) => edit({ isRequired })} hint={words.requiredHint}>
        {words.mustCome}
      </Tick>
      <DraftField id={`${item.key}-hint`} label={words.hint}>
        {(aria) => (
          <textarea
            {...aria}
            className="text-field"
            rows={1}
            maxLength={500}
            value={item.hint}
            placeholder={words.hintHint}
            onChange={(event) => edit({ hint: event.currentTarget.value })}
          />
        )}
      </DraftField>
      <TypesField id={`${item.key}-types`} typed={item.types} onType={(types) => edit({ types })} />
      <div className="request-pair">
        <DraftField id={`${item.key}-files`} label={words.maxFiles}>
          {(aria) => (
            <input
              {...aria}
              className="text-field"
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
    </div>
  )
}
