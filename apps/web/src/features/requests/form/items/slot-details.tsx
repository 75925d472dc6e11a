import { useWords } from '../../../../shared/words/language.tsx'
import { useDraft } from '../draft/draft-context.ts'
import { DraftField, Tick } from '../draft/draft-field.tsx'
import { editingSlot, type SlotDraft } from '../draft/slot-draft.ts'
import { requestFormWords } from '../words/request-form-words.ts'
import { ExampleField } from './example-field.tsx'
import { PatternField } from './pattern-field.tsx'
import { SizeField } from './size-field.tsx'
import { TypesField } from './types-field.tsx'

/** Everything else about an item: what is meant, what it takes, how it is called afterwards. */
export function SlotDetails({ slot }: { slot: SlotDraft }) {
  const words = useWords(requestFormWords)
  const { change } = useDraft()
  const edit = (next: Partial<SlotDraft>) => change(editingSlot(slot, next))
  return (
    <div className="slot-details">
      <Tick isOn={slot.isRequired} onChange={(isRequired) => edit({ isRequired })} hint={words.requiredHint}>
        {words.mustCome}
      </Tick>
      <DraftField id={`${slot.key}-hint`} label={words.hint}>
        {(aria) => (
          <textarea
            {...aria}
            className="text-field"
            rows={1}
            maxLength={500}
            value={slot.hint}
            placeholder={words.hintHint}
            onChange={(event) => edit({ hint: event.currentTarget.value })}
          />
        )}
      </DraftField>
      <TypesField id={`${slot.key}-types`} typed={slot.types} onType={(types) => edit({ types })} />
      <div className="request-pair">
        <DraftField id={`${slot.key}-files`} label={words.maxFiles}>
          {(aria) => (
            <input
              {...aria}
              className="text-field"
              inputMode="numeric"
              value={slot.maxFiles}
              placeholder={words.noLimit}
              onChange={(event) => edit({ maxFiles: event.currentTarget.value })}
            />
          )}
        </DraftField>
        <SizeField
          id={`${slot.key}-size`}
          label={words.maxSize}
          placeholder={words.noLimit}
          typed={slot.maxSize}
          onType={(maxSize) => edit({ maxSize })}
        />
      </div>
      <ExampleField slot={slot} onChoose={(example) => edit({ example })} />
      <PatternField slot={slot} onType={(pattern) => edit({ pattern })} />
    </div>
  )
}
