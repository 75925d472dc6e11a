import { fileLabel } from '@waybill/contract/core/names'
import { formatBytes } from '@waybill/contract/core/sizes'
import { useState } from 'react'
import { failureSentence } from '../../../../shared/api/problem-words.ts'
import { useLibrary } from '../../../../shared/library/use-library.ts'
import { formatDay } from '../../../../shared/time/moment.ts'
import confirmDialogStyles from '../../../../shared/ui/dialogs/confirm-dialog.module.css'
import { Dialog, DialogContent } from '../../../../shared/ui/dialogs/dialog.tsx'
import { Button } from '../../../../shared/ui/fields/button.ts'
import { SearchField } from '../../../../shared/ui/fields/search-field.tsx'
import { ListMore } from '../../../../shared/ui/lists/list-more.tsx'
import layoutStyles from '../../../../shared/ui/styles/layout.module.css'
import partsStyles from '../../../../shared/ui/styles/parts.module.css'
import textStyles from '../../../../shared/ui/styles/text.module.css'
import { useLanguage, useWords } from '../../../../shared/words/language.tsx'
import { useRequestWords } from '../../request-words.ts'
import { requestsWords } from '../../words/requests-words.ts'
import type { ItemDraft } from '../draft/item-draft.ts'
import { requestFormWords } from '../words/request-form-words.ts'
import itemsPartStyles from './items-part.module.css'

interface ExampleDialogProps {
  isOpen: boolean
  onChoose: (example: NonNullable<ItemDraft['example']>) => void
  onEnd: () => void
}

/** Chooses one file of the account's library. */
export function ExampleDialog({ isOpen, onChoose, onEnd }: ExampleDialogProps) {
  const words = useRequestWords(requestFormWords)
  const { cancel } = useWords(requestsWords)
  const [q, setQ] = useState('')
  return (
    <Dialog opened={isOpen} onClose={onEnd} size="md" centered>
      <DialogContent
        label={words.exampleTitle}
        className={confirmDialogStyles.confirmContent}
        bodyClassName={confirmDialogStyles.confirm}
      >
        <h2>{words.exampleTitle}</h2>
        <p className={textStyles.soft}>{words.exampleText}</p>
        <SearchField label={words.exampleSearch} q={q} onSearch={setQ} />
        <Files q={q} onChoose={onChoose} />
        <div className={`${partsStyles.answers} ${layoutStyles.above}`}>
          <Button variant="default" onClick={onEnd}>
            {cancel}
          </Button>
        </div>
      </DialogContent>
    </Dialog>
  )
}

function Files({ q, onChoose }: Pick<ExampleDialogProps, 'onChoose'> & { q: string }) {
  const words = useRequestWords(requestFormWords)
  const list = useWords(requestsWords)
  const { language } = useLanguage()
  const library = useLibrary('sent', q)
  if (library.error) return <p role="alert">{failureSentence(language, library.error)}</p>
  if (library.isLoading)
    return <div className={itemsPartStyles.exampleFiles} role="status" aria-label={words.exampleLoading} />
  if (library.rows.length === 0)
    return <p className={textStyles.soft}>{q ? list.nothingFound(q) : words.exampleNone}</p>
  return (
    <div className={itemsPartStyles.exampleFiles}>
      <ul className={layoutStyles.ruledList} aria-label={words.exampleTitle}>
        {library.rows.map(({ _id, fileName, bytes, at }) => (
          <li key={_id}>
            <button type="button" onClick={() => onChoose({ _id, fileName, bytes })}>
              <span
                className={`${textStyles.soft} ${layoutStyles.tiny} ${itemsPartStyles.exampleType} ${textStyles.mono}`}
                aria-hidden="true"
              >
                {fileLabel(fileName)}
              </span>
              <span>
                {fileName}
                <small className={textStyles.soft}>
                  {formatBytes(bytes, language)} · {formatDay(at, 'local', language)}
                </small>
              </span>
            </button>
          </li>
        ))}
      </ul>
      <ListMore list={library} label={list.more} />
    </div>
  )
}
