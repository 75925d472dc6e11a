import { type FormEvent, useState } from 'react'
import { useMutation } from '../../../shared/api/use-mutation.ts'
import confirmDialogStyles from '../../../shared/ui/dialogs/confirm-dialog.module.css'
import { Dialog, DialogContent } from '../../../shared/ui/dialogs/dialog.tsx'
import { Button } from '../../../shared/ui/fields/button.ts'
import { FormField } from '../../../shared/ui/fields/form-field.tsx'
import layoutStyles from '../../../shared/ui/styles/layout.module.css'
import linesStyles from '../../../shared/ui/styles/lines.module.css'
import partsStyles from '../../../shared/ui/styles/parts.module.css'
import textStyles from '../../../shared/ui/styles/text.module.css'
import { useWords } from '../../../shared/words/language.tsx'
import { useDraft } from '../form/draft/draft-context.ts'
import { templateOf } from '../form/draft/request-draft.ts'
import requestFormStyles from '../form/request-form.module.css'
import { requestFormWords } from '../form/words/request-form-words.ts'
import { useRequestWords } from '../request-words.ts'
import { requestsWords } from '../words/requests-words.ts'
import { saveTemplate, useTemplates } from './use-templates.ts'

/** Saves the form's content, under a name, for the next request. */
export function SaveTemplate({ isOpen, onEnd }: { isOpen: boolean; onEnd: () => void }) {
  const words = useRequestWords(requestFormWords)
  return (
    <Dialog opened={isOpen} onClose={onEnd} size="sm" centered>
      <DialogContent
        label={words.templateSave}
        className={confirmDialogStyles.confirmContent}
        bodyClassName={confirmDialogStyles.confirm}
      >
        <h2>{words.templateSave}</h2>
        <p className={textStyles.soft}>{words.templateText}</p>
        <NameForm onEnd={onEnd} />
      </DialogContent>
    </Dialog>
  )
}

function NameForm({ onEnd }: { onEnd: () => void }) {
  const words = useRequestWords(requestFormWords)
  const { cancel } = useWords(requestsWords)
  const { draft } = useDraft()
  const { templates = [] } = useTemplates()
  const [typed, setTyped] = useState(draft.title.trim().slice(0, 120))
  const { isBusy, error, forgive, save } = useMutation()
  const name = typed.trim()
  const isTaken = templates.some((template) => template.name === name)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    if (name === '') return
    if (await save(() => saveTemplate(name, templateOf(draft)), words.templateSaved(name))) onEnd()
  }
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className={linesStyles.lines}>
      <FormField
        label={words.templateName}
        value={typed}
        maxLength={120}
        data-autofocus
        error={error}
        onType={(text) => {
          forgive()
          setTyped(text)
        }}
      />
      {isTaken && (
        <p
          className={`${textStyles.soft} ${layoutStyles.medium} ${layoutStyles.aboveTight} ${requestFormStyles.requestHint}`}
        >
          {words.templateTakes(name)}
        </p>
      )}
      <div className={`${partsStyles.answers} ${layoutStyles.above}`}>
        <Button variant="default" onClick={onEnd}>
          {cancel}
        </Button>
        <Button type="submit" loading={isBusy} disabled={name === ''}>
          {words.templateKeep}
        </Button>
      </div>
    </form>
  )
}
