import { useQuery } from '@tanstack/react-query'
import type { CannedAnswer } from '@waybill/contract/conversations/desk-endpoints'
import { MAX_MESSAGE_CHARS } from '@waybill/contract/conversations/rules'
import { type FormEvent, useId, useState } from 'react'
import { call } from '../../../shared/api/client.ts'
import { queryClient } from '../../../shared/api/query-provider.tsx'
import { useMutation } from '../../../shared/api/use-mutation.ts'
import { Button } from '../../../shared/ui/fields/button.ts'
import { FailureLine } from '../../../shared/ui/fields/failure-line.tsx'
import fieldStyles from '../../../shared/ui/fields/field.module.css'
import { FormField } from '../../../shared/ui/fields/form-field.tsx'
import { Icon } from '../../../shared/ui/marks/icons.tsx'
import recordStyles from '../../../shared/ui/record/record.module.css'
import layoutStyles from '../../../shared/ui/styles/layout.module.css'
import partsStyles from '../../../shared/ui/styles/parts.module.css'
import { useWords } from '../../../shared/words/language.tsx'
import { conversationDeskWords } from './words/conversation-desk-words.ts'

const KEY = ['desk', 'canned-answers']

/** The answer, typed or inserted. Ctrl + Enter sends it. */
export function AnswerForm({ id, onSent }: { id: string; onSent: () => void }) {
  const words = useWords(conversationDeskWords)
  const fieldId = useId()
  const [text, setText] = useState('')
  const { isBusy, error, forgive, save } = useMutation()
  const canSend = text.trim() !== ''
  const submit = async (event: Pick<FormEvent, 'preventDefault'>) => {
    event.preventDefault()
    if (!canSend) return
    const send = () => call('answerConversation', { params: { conversation: id }, body: { text } })
    if (!(await save(send, words.sent))) return
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
            setText(event.currentTarget.value)
          }}
        />
      </div>
      <FailureLine>{error}</FailureLine>
      <div className={partsStyles.formActs}>
        <Button type="submit" disabled={!canSend} loading={isBusy}>
          {words.send}
        </Button>
      </div>
      <SavedAnswers text={text} onInsert={(more) => setText(text.trim() === '' ? more : `${text}\n\n${more}`)} />
    </form>
  )
}

/** Answers that all operators share: insert, save what is typed, delete. */
function SavedAnswers({ text, onInsert }: { text: string; onInsert: (text: string) => void }) {
  const words = useWords(conversationDeskWords)
  const [title, setTitle] = useState('')
  const { isBusy, error, forgive, save } = useMutation()
  const { data } = useQuery({ queryKey: KEY, queryFn: ({ signal }) => call('listCannedAnswers', { signal }) })
  const change = (work: () => Promise<{ answers: CannedAnswer[] }>) =>
    save(async () => void queryClient.setQueryData(KEY, await work()))
  const keep = async () => {
    if (await change(() => call('saveCannedAnswer', { body: { title, text } }))) setTitle('')
  }
  return (
    <details className={partsStyles.fold}>
      <summary>{words.saved}</summary>
      <div className={layoutStyles.stackClose}>
        <ul aria-label={words.saved}>
          {data?.answers.map((one) => (
            <li key={one._id} className={layoutStyles.ends}>
              <Button variant="default" size="sm" title={words.insert} onClick={() => onInsert(one.text)}>
                {one.title}
              </Button>
              <button
                type="button"
                className={partsStyles.iconButton}
                aria-label={words.deleteSaved(one.title)}
                disabled={isBusy}
                onClick={() => void change(() => call('deleteCannedAnswer', { params: { answer: one._id } }))}
              >
                <Icon name="remove" size={18} />
              </button>
            </li>
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
            {words.save}
          </Button>
        </div>
      </div>
    </details>
  )
}
