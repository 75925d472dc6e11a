import { type HTMLInputAutoCompleteAttribute, useId, useState } from 'react'
import downloadStyles from '../../../shared/served-page/download.module.css'
import lockedStyles from '../../../shared/served-page/locked.module.css'
import { useHasScripts } from '../../../shared/served-page/use-live.ts'
import textStyles from '../../../shared/ui/styles/text.module.css'
import { Gap } from '../../../shared/words/gap.tsx'
import { useLanguage, useWords } from '../../../shared/words/language.tsx'
import { nameAndCompany } from '../../../shared/words/marks.ts'
import { loadAnswering } from '../load-late.ts'
import { type Complaint, useSessionState, useSubmissionSession } from '../submission-session.tsx'
import { answerWords } from '../words/answer-words.ts'
import whoStyles from './who.module.css'

const NOTE_CHARS = 500
const FIELD_CHARS = 200

/** The supplier's identity, as the request requires it, and a note to the requester. */
export function WhoFields() {
  const session = useSubmissionSession()
  const words = useWords(answerWords)
  const { language } = useLanguage()
  const { identity, supplier } = useSessionState(({ request }) => request)
  const isKnown = session.page.user !== null
  return (
    <div className={`${whoStyles.who} ${lockedStyles.locked}`}>
      {isKnown && supplier ? (
        <p className={whoStyles.whoKnown}>
          <span className={textStyles.soft}>{words.answeringAs}</span>
          <Gap />
          <strong>{nameAndCompany(supplier.name, supplier.company, language) || supplier.email}</strong>
        </p>
      ) : identity === 'hidden' ? (
        <p className={textStyles.soft}>{words.whoHidden}</p>
      ) : (
        <SaidFields />
      )}
      <NoteField />
    </div>
  )
}

function SaidFields() {
  const words = useWords(answerWords)
  const { identity, asks } = useSessionState(({ request }) => request)
  const provenEmail = useSessionState((state) => state.provenEmail)
  const isProof = asks.includes('code')
  return (
    <fieldset className={whoStyles.whoSaid}>
      <legend>{identity === 'optional' ? words.whoOptional : words.who}</legend>
      {isProof && provenEmail === null && (
        <p className={`${textStyles.soft} ${whoStyles.whoText}`}>{words.whoProven}</p>
      )}
      <div className={whoStyles.whoPair}>
        <Field field="name" isRequired={asks.includes('name')} autoComplete="name" />
        <Field field="company" isRequired={false} autoComplete="organization" />
      </div>
      <Field field="email" isRequired={asks.includes('email')} autoComplete="email" />
      {isProof && (provenEmail === null ? <ProveFirst /> : <Proven />)}
    </fieldset>
  )
}

function Proven() {
  const { language } = useLanguage()
  const words = useWords(answerWords)
  const isLive = useHasScripts()
  return (
    <p role="status">
      {words.proven}
      {!isLive && (
        <>
          <Gap />
          <a className={`${textStyles.quietButton} ${whoStyles.stillOnly}`} href={`?step=email&lang=${language}`}>
            {words.codeBack}
          </a>
        </>
      )}
    </p>
  )
}

interface FieldProps {
  field: 'name' | 'company' | 'email'
  isRequired: boolean
  autoComplete: HTMLInputAutoCompleteAttribute
}

const complaintsOf: Record<FieldProps['field'], readonly Complaint[]> = {
  name: ['name'],
  company: [],
  email: ['email-missing', 'email-wrong'],
}

function Field({ field, isRequired, autoComplete }: FieldProps) {
  const session = useSubmissionSession()
  const words = useWords(answerWords)
  const complaint = useSessionState((state) => state.complaint)
  const isWrong = complaint !== null && complaintsOf[field].includes(complaint)
  const error = useId()
  const sentence =
    complaint === 'name' ? words.nameMissing : complaint === 'email-wrong' ? words.emailWrong : words.emailMissing
  return (
    <label>
      <span>
        {words[field]}
        {isRequired && <span className={whoStyles.whoMust}> {words.mustSay}</span>}
      </span>
      <input
        name={field}
        defaultValue={session.said[field]}
        required={isRequired}
        maxLength={FIELD_CHARS}
        autoComplete={autoComplete}
        aria-invalid={isWrong || undefined}
        aria-describedby={isWrong ? error : undefined}
        {...(field === 'email' ? { inputMode: 'email' as const, autoCapitalize: 'none', spellCheck: false } : {})}
        onChange={(event) => {
          session.said[field] = event.currentTarget.value
          if (isWrong) session.set({ complaint: null })
        }}
      />
      {isWrong && (
        <span id={error} className={`${downloadStyles.takeFailed} ${whoStyles.whoError}`}>
          {sentence}
        </span>
      )}
    </label>
  )
}

function ProveFirst() {
  const session = useSubmissionSession()
  const words = useWords(answerWords)
  const [isBusy, setBusy] = useState(false)
  const prove = async () => {
    setBusy(true)
    await loadAnswering().then(
      ({ proveFirst }) => proveFirst(session),
      (failure: unknown) => session.set({ failure }),
    )
    setBusy(false)
  }
  return (
    <p className={`${downloadStyles.liveOnly} ${whoStyles.whoProve}`}>
      {words.beganElsewhere}
      <Gap />
      <button type="button" className={textStyles.quietButton} aria-busy={isBusy} onClick={() => void prove()}>
        {words.proveNow}
      </button>
    </p>
  )
}

function NoteField() {
  const session = useSubmissionSession()
  const words = useWords(answerWords)
  const isLive = useHasScripts()
  const [length, setLength] = useState(session.said.note.length)
  const isWrong = useSessionState(({ complaint }) => complaint === 'note-link')
  return (
    <label className="who-note">
      <span className={whoStyles.whoNoteHead}>
        {words.note}
        {isLive && length > NOTE_CHARS / 2 && (
          <span className={textStyles.mono}>{words.noteCount(length, NOTE_CHARS)}</span>
        )}
      </span>
      <textarea
        name="note"
        rows={2}
        maxLength={NOTE_CHARS}
        defaultValue={session.said.note}
        aria-invalid={isWrong || undefined}
        onChange={(event) => {
          session.said.note = event.currentTarget.value
          setLength(event.currentTarget.value.length)
          if (isWrong) session.set({ complaint: null })
        }}
      />
      {isWrong && <span className={`${downloadStyles.takeFailed} ${whoStyles.whoError}`}>{words.noteLink}</span>}
    </label>
  )
}
