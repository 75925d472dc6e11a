import { formatBytes } from '@waybill/contract/core/sizes'
import { useState } from 'react'
import { Button } from '../../../../shared/ui/fields/button.ts'
import fieldStyles from '../../../../shared/ui/fields/field.module.css'
import layoutStyles from '../../../../shared/ui/styles/layout.module.css'
import textStyles from '../../../../shared/ui/styles/text.module.css'
import { useLanguage, useWords } from '../../../../shared/words/language.tsx'
import requestRecordStyles from '../../record/request-record.module.css'
import { useRequestWords } from '../../request-words.ts'
import { sealedRequestsWords } from '../../sealed/words/sealed-requests-words.ts'
import { useDraft } from '../draft/draft-context.ts'
import type { ItemDraft } from '../draft/item-draft.ts'
import requestFormStyles from '../request-form.module.css'
import { requestFormWords } from '../words/request-form-words.ts'
import { ExampleDialog } from './example-dialog.tsx'

interface ExampleFieldProps {
  item: ItemDraft
  onChoose: (example: ItemDraft['example']) => void
}

/** A file that shows how the result should look; suppliers can download it. */
export function ExampleField({ item, onChoose }: ExampleFieldProps) {
  const words = useRequestWords(requestFormWords)
  const { exampleNote } = useWords(sealedRequestsWords)
  const { language } = useLanguage()
  const { isSealed } = useDraft().draft
  const [isOpen, setOpen] = useState(false)
  const { example } = item
  const choose = (chosen: ItemDraft['example']) => {
    setOpen(false)
    onChoose(chosen)
  }
  return (
    <div className={`${requestRecordStyles.field} request-example`}>
      <div className={`${layoutStyles.ends} ${fieldStyles.fieldHead}`}>
        <span>{words.example}</span>
      </div>
      <div className={layoutStyles.row}>
        {example && (
          <span>
            <strong>{example.fileName || words.exampleUnnamed}</strong>
            {example.bytes > 0 && (
              <span className={`${textStyles.soft} ${textStyles.mono}`}> {formatBytes(example.bytes, language)}</span>
            )}
          </span>
        )}
        <Button variant="default" size="sm" onClick={() => setOpen(true)}>
          {example ? words.exampleOther : words.exampleChoose}
        </Button>
        {example && (
          <button type="button" className={textStyles.quietButton} onClick={() => onChoose(null)}>
            {words.exampleRemove}
          </button>
        )}
      </div>
      {isSealed && (
        <p
          className={`${textStyles.soft} ${layoutStyles.medium} ${layoutStyles.aboveTight} ${requestFormStyles.requestHint}`}
        >
          {exampleNote}
        </p>
      )}
      <ExampleDialog isOpen={isOpen} onChoose={choose} onEnd={() => setOpen(false)} />
    </div>
  )
}
