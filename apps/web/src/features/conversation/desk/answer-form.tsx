import { useQuery } from '@tanstack/react-query'
import type { CannedAnswer } from '@waybill/contract/conversations/desk-endpoints'
import { MAX_MESSAGE_CHARS } from '@waybill/contract/conversations/rules'
import { type FormEvent, useId, useState } from 'react'
import { call } from '../../../shared/api/client.ts'
import { queryClient } from '../../../shared/api/query-provider.tsx'
import { useMutation } from '../../../shared/api/use-mutation.ts'
import { ConfirmDialog } from '../../../shared/ui/dialogs/confirm-dialog.tsx'
import { Button } from '../../../shared/ui/fields/button.ts'
import { FailureLine } from '../../../shared/ui/fields/failure-line.tsx'
import fieldStyles from '../../../shared/ui/fields/field.module.css'
import { FormField } from '../../../shared/ui/fields/form-field.tsx'
import { ListFailed } from '../../../shared/ui/lists/list-failed.tsx'
import { Icon } from '../../../shared/ui/marks/icons.tsx'
import recordStyles from '../../../shared/ui/record/record.module.css'
import layoutStyles from '../../../shared/ui/styles/layout.module.css'
import partsStyles from '../../../shared/ui/styles/parts.module.css'
import textStyles from '../../../shared/ui/styles/text.module.css'
import { useWords } from '../../../shared/words/language.tsx'
import { conversationDeskWords } from './words/conversation-desk-words.ts'

const KEY = ['desk', 'canned-answers']

/** By conversation, for as long as the app is open: Escape leads back to the list at once. */
const drafts = new Map<string, string>()

/** The answer, typed or inserted. Ctrl + Enter sends it. */
export function AnswerForm({ id, onSent }: { id: string; onSent: () => void }) {
  const words = useWords(conversationDeskWords)
  const fieldId = useId()
  const [text, setText] = useState(drafts.get(id) ?? '')
  const { isBusy, error, forgive, save } = useMutation()
  const type = (typed: string) => {
    drafts.set(id, typed)
    setText(typed)
  }
  const canSend = text.trim() !== ''
  const submit = async (event: Pick<FormEvent, 'preventDefault'>) => {
    event.preventDefault()
    if (!canSend) return
    const send = () => call('answerConversation', { params: { conversation: id }, body: { text } })
    if (!(await save(send, words.sent))) return
    drafts.delete(id)
    setText('')
    onSent()
  }
  return (
    <form className={layoutStyles.stackClose} onSubmit={(event) => void submit(event)} noValidate>
      <div className={recordStyles.field}>
        <div className={fieldStyles.fieldHead}>
          <label htmlFor={fieldId}>{words.answer}</label>
        </div>
        <textarea
          id={fieldId}
          className={fieldStyles.textField}
          value={text}
          maxLength={MAX_MESSAGE_CHARS}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void submit(event)
          }}
          onChange={(event) => {
            forgive()
            type(event.currentTarget.value)
          }}
        />
      </div>
      <FailureLine>{error}</FailureLine>
      <div className={partsStyles.formActs}>
        <Button type="submit" disabled={!canSend} loading={isBusy}>
          {words.send}
        </Button>
      </div>
      <SavedAnswers text={text} onInsert={(more) => type(text.trim() === '' ? more : `${text}\n\n${more}`)} />
    </form>
  )
}

/** Answers that all operators share: insert, save what is typed, delete. */
function SavedAnswers({ text, onInsert }: { text: string; onInsert: (text: string) => void }) {
  const words = useWords(conversationDeskWords)
  const [title, setTitle] = useState('')
  const { isBusy, error, forgive, save } = useMutation()
  const {
    data,
    error: failure,
    refetch,
  } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => call('listCannedAnswers', { signal }),
  })
  const isKnown = data?.answers.some((one) => one.title === title.trim()) ?? false
  const keep = () =>
    save(async () => {
      queryClient.setQueryData(KEY, await call('saveCannedAnswer', { body: { title: title.trim(), text } }))
      setTitle('')
    }, words.savedNow)
  return (
    <details className={partsStyles.fold}>
      <summary>{words.saved}</summary>
      <div className={layoutStyles.stackClose}>
        {data === undefined && failure !== null && (
          <ListFailed error={failure} again={words.again} onAgain={() => void refetch()} />
        )}
        {data?.answers.length === 0 && <p className={textStyles.soft}>{words.noSaved}</p>}
        <ul aria-label={words.saved}>
          {data?.answers.map((one) => (
            <SavedAnswer key={one._id} answer={one} onInsert={onInsert} />
          ))}
        </ul>
        <FormField
          label={words.saveTitle}
          value={title}
          maxLength={80}
          error={error}
          onType={(typed) => {
            forgive()
            setTitle(typed)
          }}
        />
        <div>
          <Button
            variant="default"
            size="sm"
            disabled={isBusy || title.trim() === '' || text.trim() === ''}
            onClick={() => void keep()}
          >
            {isKnown ? words.replace : words.save}
          </Button>
        </div>
      </div>
    </details>
  )
}

function SavedAnswer({ answer, onInsert }: { answer: CannedAnswer; onInsert: (text: string) => void }) {
  const words = useWords(conversationDeskWords)
  const [isAsked, setAsked] = useState(false)
  const { isBusy, error, save } = useMutation()
  const remove = () =>
    void save(async () => {
      queryClient.setQueryData(KEY, await call('deleteCannedAnswer', { params: { answer: answer._id } }))
    })
  return (
    <li className={layoutStyles.ends}>
      <Button variant="default" size="sm" title={words.insert} onClick={() => onInsert(answer.text)}>
        {answer.title}
      </Button>
      <button
        type="button"
        className={partsStyles.iconButton}
        aria-label={words.deleteSaved(answer.title)}
        onClick={() => setAsked(true)}
      >
        <Icon name="remove" size={18} />
      </button>
      <ConfirmDialog
        isOpen={isAsked}
        title={words.deleteAsked(answer.title)}
        text={words.deleteText}
        confirmLabel={words.delete}
        keepLabel={words.keep}
        isBusy={isBusy}
        onConfirm={remove}
        onKeep={() => setAsked(false)}
      >
        <FailureLine>{error}</FailureLine>
      </ConfirmDialog>
    </li>
  )
}
