import { formatBytes } from '@waybill/contract/core/sizes'
import { useState } from 'react'
import { Button } from '../../../../shared/ui/fields/button.ts'
import { useLanguage, useWords } from '../../../../shared/words/language.tsx'
import { useRequestWords } from '../../request-words.ts'
import { sealedRequestsWords } from '../../sealed/words/sealed-requests-words.ts'
import { useDraft } from '../draft/draft-context.ts'
import type { ItemDraft } from '../draft/item-draft.ts'
import { requestFormWords } from '../words/request-form-words.ts'
import { ExampleDialog } from './example-dialog.tsx'

interface ExampleFieldProps {
  item: ItemDraft
  onChoose: (example: ItemDraft['example']) => void
}

/** A file that shows how the paper should look; suppliers may fetch it. */
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
    <div className="field request-example">
      <div className="field-head">
        <span>{words.example}</span>
      </div>
      <div className="request-example-line">
        {example && (
          <span>
            <strong>{example.fileName || words.exampleUnnamed}</strong>
            {example.bytes > 0 && <span className="soft mono"> {formatBytes(example.bytes, language)}</span>}
          </span>
        )}
        <Button variant="default" size="sm" onClick={() => setOpen(true)}>
          {example ? words.exampleOther : words.exampleChoose}
        </Button>
        {example && (
          <button type="button" className="quiet-button" onClick={() => onChoose(null)}>
            {words.exampleRemove}
          </button>
        )}
      </div>
      {isSealed && <p className="request-hint">{exampleNote}</p>}
      <ExampleDialog isOpen={isOpen} onChoose={choose} onEnd={() => setOpen(false)} />
    </div>
  )
}
