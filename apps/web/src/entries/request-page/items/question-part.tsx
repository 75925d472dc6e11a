import { ANSWER_MAX_CHARS, answerField } from '@waybill/contract/requests/questions'
import type { RequestView } from '@waybill/contract/requests/submission-endpoints'
import { useEffect, useRef } from 'react'
import { sealedNoteWords } from '../../../shared/sealing/note/words/sealed-note-words.ts'
import { nameList } from '../../../shared/ui/lists/name-list.ts'
import textStyles from '../../../shared/ui/styles/text.module.css'
import { useLanguage, useWords } from '../../../shared/words/language.tsx'
import { foresee } from '../load-late.ts'
import { requesterNameOf } from '../requester-line.tsx'
import { useSessionState, useSubmissionSession } from '../submission-session.tsx'
import { answerWords } from '../words/answer-words.ts'
import itemsStyles from './items.module.css'
import { keepAnswer, keptAnswer } from './kept-answers.ts'
import questionStyles from './question.module.css'

interface QuestionPartProps {
  item: RequestView['items'][number]
  isOpen: boolean
}

/** The field of a question, or its answer where nothing can be sent. Without scripts the form sends the field. */
export function QuestionPart({ item, isOpen }: QuestionPartProps) {
  const words = useWords(answerWords)
  const { language } = useLanguage()
  if (isOpen) return <QuestionField item={item} />
  if (item.answer === null) return null
  return (
    <blockquote className={questionStyles.questionAnswer} aria-label={words.yourAnswer} dir="auto">
      {item.kind === 'choice' ? nameList(item.answer, language) : item.answer[0]}
    </blockquote>
  )
}

function QuestionField({ item }: Pick<QuestionPartProps, 'item'>) {
  const session = useSubmissionSession()
  const words = useWords(answerWords)
  const typed = useSessionState(({ answers }) => answers[item._id])
  const isAsked = useSessionState(({ complaint }) => complaint === 'files')
  const root = useRef<HTMLDivElement>(null)
  const sent = item.state === 'arrived' ? (item.answer ?? []) : []
  const shown = typed ?? sent
  const type = (answer: string[]) => {
    foresee()
    keepAnswer(session, item._id, answer)
  }
  // Once: what was typed before the scripts ran, or in this tab before; else what was sent back, to be changed.
  const first = useRef(() => {
    const before = valuesIn(root.current)
    const kept = keptAnswer(session, item._id) ?? (item.state === 'sent-back' ? item.answer : null)
    if (before.join() !== sent.join()) keepAnswer(session, item._id, before)
    else if (kept !== null) keepAnswer(session, item._id, [...kept])
  })
  useEffect(() => first.current(), [])
  const field = {
    name: answerField(item._id),
    'aria-labelledby': `item-${item._id}`,
    'aria-describedby': `item-${item._id}-takes`,
    'aria-invalid': isAsked || undefined,
  }
  return (
    <div ref={root} className={questionStyles.question}>
      <p id={`item-${item._id}-takes`} className={itemsStyles.itemTakes}>
        {item.kind === 'choice'
          ? words.choiceTakes(item.takesSeveral)
          : item.kind !== 'files' && words.answerTakes[item.kind]}
      </p>
      <SealedBefore item={item} />
      {item.kind === 'choice' ? (
        <Options item={item} name={field.name} shown={shown} onType={type} />
      ) : item.kind === 'long' ? (
        <textarea
          {...field}
          rows={4}
          maxLength={ANSWER_MAX_CHARS.long}
          value={shown[0] ?? ''}
          dir="auto"
          onChange={(event) => type(one(event.currentTarget.value))}
        />
      ) : (
        <input
          {...field}
          type={item.kind === 'date' ? 'date' : 'text'}
          maxLength={item.kind === 'date' ? undefined : ANSWER_MAX_CHARS.short}
          value={shown[0] ?? ''}
          dir="auto"
          autoComplete="off"
          onChange={(event) => type(one(event.currentTarget.value))}
        />
      )}
    </div>
  )
}

/** A sealed answer does not come back to the page: only the requester reads it. */
function SealedBefore({ item: { state } }: Pick<QuestionPartProps, 'item'>) {
  const words = useWords(sealedNoteWords)
  const { language } = useLanguage()
  const { sealing, requester } = useSessionState(({ request }) => request)
  if (sealing === null || state === 'missing') return null
  return <p className={textStyles.soft}>{words.answered(requesterNameOf(requester, language))}</p>
}

interface OptionsProps {
  item: QuestionPartProps['item']
  name: string
  shown: readonly string[]
  onType: (answer: string[]) => void
}

function Options({ item: { _id, options, takesSeveral }, name, shown, onType }: OptionsProps) {
  const choose = (option: string, isOn: boolean) => {
    if (!takesSeveral) return onType([option])
    onType(options.filter((one) => (one === option ? isOn : shown.includes(one))))
  }
  return (
    <fieldset className={questionStyles.questionOptions} aria-labelledby={`item-${_id}`}>
      {options.map((option) => (
        <label key={option}>
          <input
            type={takesSeveral ? 'checkbox' : 'radio'}
            name={name}
            value={option}
            checked={shown.includes(option)}
            onChange={(event) => choose(option, event.currentTarget.checked)}
          />
          <span dir="auto">{option}</span>
        </label>
      ))}
    </fieldset>
  )
}

const one = (text: string): string[] => (text === '' ? [] : [text])

const valuesIn = (root: HTMLElement | null): string[] =>
  [...(root?.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea') ?? [])]
    .filter((field) => field.value !== '' && (!('checked' in field) || !isBox(field) || field.checked))
    .map(({ value }) => value)

const isBox = ({ type }: { type: string }) => type === 'checkbox' || type === 'radio'
