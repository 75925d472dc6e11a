import { type PatternWord, patternWords, renameFile } from '@waybill/contract/requests/rename-pattern'
import { useRef } from 'react'
import { localTimeAt } from '../../../../shared/time/zones.ts'
import fieldStyles from '../../../../shared/ui/fields/field.module.css'
import layoutStyles from '../../../../shared/ui/styles/layout.module.css'
import textStyles from '../../../../shared/ui/styles/text.module.css'
import { useRequestWords } from '../../request-words.ts'
import { useDraft } from '../draft/draft-context.ts'
import { DraftField } from '../draft/draft-field.tsx'
import type { ItemDraft } from '../draft/item-draft.ts'
import requestDefaultsStyles from '../request-defaults.module.css'
import { requestFormWords } from '../words/request-form-words.ts'
import itemsPartStyles from './items-part.module.css'
import { examplesOf } from './pattern-example.ts'

interface PatternFieldProps {
  item: ItemDraft
  onType: (pattern: string) => void
}

/** How submitted files are named; the result for a sample shows during typing. */
export function PatternField({ item, onType }: PatternFieldProps) {
  const words = useRequestWords(requestFormWords)
  const { draft, faultOf } = useDraft()
  const field = useRef<HTMLInputElement>(null)
  const id = `${item.key}-pattern`
  const insert = (word: PatternWord) => {
    const input = field.current
    const at = input?.selectionStart ?? item.pattern.length
    const end = input?.selectionEnd ?? at
    onType(`${item.pattern.slice(0, at)}{${word}}${item.pattern.slice(end)}`)
    input?.focus()
  }
  const parts = examplesOf(draft, item, localTimeAt(Date.now(), draft.zone).slice(0, 10), words.patternExample)
  return (
    <div className={itemsPartStyles.requestPattern}>
      <DraftField
        id={id}
        label={words.pattern}
        hint={
          faultOf(id) === null && (
            <output
              className={`${textStyles.soft} ${layoutStyles.small} ${itemsPartStyles.requestPatternShown}`}
              htmlFor={id}
            >
              <span className={textStyles.mono}>{parts.original}</span>
              {' → '}
              <strong className={textStyles.mono}>{renameFile(item.pattern, parts, parts.original)}</strong>
            </output>
          )
        }
      >
        {(aria) => (
          <input
            {...aria}
            ref={field}
            className={`${fieldStyles.textField} ${textStyles.mono}`}
            value={item.pattern}
            placeholder={words.patternHint}
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => onType(event.currentTarget.value)}
          />
        )}
      </DraftField>
      <fieldset className={`${layoutStyles.wrap} ${layoutStyles.gapTight}`}>
        <legend className={textStyles.unseen}>{words.patternWordsLabel}</legend>
        {patternWords.map((word) => (
          <button
            key={word}
            type="button"
            className={`${layoutStyles.small} ${requestDefaultsStyles.requestWord}`}
            onClick={() => insert(word)}
          >
            {words.patternWords[word]} <span className={`${textStyles.mono} ${textStyles.soft}`}>{`{${word}}`}</span>
          </button>
        ))}
      </fieldset>
    </div>
  )
}
