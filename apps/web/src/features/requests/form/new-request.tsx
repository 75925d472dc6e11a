import { Link } from '@tanstack/react-router'
import type { User } from '@waybill/contract/identity/profile-endpoints'
import type { ReadyTemplate } from '@waybill/contract/requests/gallery/ready'
import type { RequestRecord, RequestTemplate } from '@waybill/contract/requests/shapes'
import { useEffect, useState } from 'react'
import { problemSentence } from '../../../shared/api/problem-words.ts'
import { sealingWords } from '../../../shared/sealing/words/sealing-words.ts'
import { localTimeAt } from '../../../shared/time/zones.ts'
import { ListFailed } from '../../../shared/ui/lists/list-failed.tsx'
import layoutStyles from '../../../shared/ui/styles/layout.module.css'
import partsStyles from '../../../shared/ui/styles/parts.module.css'
import textStyles from '../../../shared/ui/styles/text.module.css'
import { helpPath } from '../../../shared/words/help-path.ts'
import { useLanguage, useWords } from '../../../shared/words/language.tsx'
import { GALLERY } from '../request-list-params.ts'
import { requestWordsOf, useRequestWords } from '../request-words.ts'
import { TemplatesPart } from '../templates/templates-part.tsx'
import { isReadyName, readyName, useReady } from '../templates/use-ready.ts'
import { useTemplates } from '../templates/use-templates.ts'
import { useRequestMonth } from '../use-requests.ts'
import { requestsWords } from '../words/requests-words.ts'
import { zoneOf } from '../zone-of.ts'
import { useDraftForm } from './draft/draft-context.ts'
import { keepDraft, readKeptDraft } from './draft/kept-draft.ts'
import { emptyRequestDraft, isSameDraft, withReady, withTemplate } from './draft/request-draft.ts'
import { useAsking } from './draft/use-asking.ts'
import { FormFoot } from './form-foot.tsx'
import { MonthNote } from './month-note.tsx'
import requestFormStyles from './request-form.module.css'
import { RequestForm } from './request-form.tsx'
import { requestFormWords } from './words/request-form-words.ts'

interface NewRequestProps {
  account: User
  /** The id of its template. */
  template?: string | undefined
  onMade: (record: RequestRecord) => void
  onEnd: () => void
}

/** A request during writing; this tab stores what is typed until it is sent or discarded. */
export function NewRequest({ template, ...props }: NewRequestProps) {
  const { templates, hasFailed } = useTemplates()
  const isReady = isReadyName(template)
  const { ready, error, retry } = useReady(isReady)
  const { again } = useWords(requestsWords)
  const words = useRequestWords(requestFormWords)
  if (error) return <ListFailed error={error} again={again} onAgain={retry} />
  if (isReady ? ready === undefined : template && templates === undefined && !hasFailed) {
    return <div className={partsStyles.waiting} role="status" aria-label={words.loading} />
  }
  const readyOne = ready?.find((one) => readyName(one) === template)
  const begunWith = templates?.find(({ _id }) => _id === template)
  return <Writing key={template} {...props} begunWith={begunWith} ready={readyOne} />
}

interface WritingProps extends NewRequestProps {
  begunWith: RequestTemplate | undefined
  ready: ReadyTemplate | undefined
}

function Writing({ account, begunWith, ready, onMade, onEnd }: WritingProps) {
  const { makingKey } = useWords(sealingWords)
  const { language } = useLanguage()
  const [empty] = useState(() => emptyRequestDraft(account.requestSettings, zoneOf(account)))
  // The draft that a template would replace stays until its writer takes the template.
  const [kept] = useState(() => readKeptDraft(account._id, empty))
  const [templated] = useState(() => {
    if (ready) return withReady(empty, ready, language)
    return begunWith ? withTemplate(empty, begunWith.content, localTimeAt(Date.now(), empty.zone)) : null
  })
  const [isOffered, setOffered] = useState(kept !== null && templated !== null)
  const initial = kept ?? templated ?? empty
  const form = useDraftForm(initial, account.role, false)
  const words = requestWordsOf(requestFormWords, language, form.draft.supplierNoun)
  const { isBusy, error, isMakingKey, ask } = useAsking(form, (request) => {
    keepDraft(account._id, null)
    onMade(request)
  })
  const month = useRequestMonth()
  const isFull = month !== null && month.limit !== null && month.used >= month.limit
  const isSuspended = account.status === 'revoke'
  const isTouched = !isSameDraft(form.draft, empty)
  // A template that nobody has changed is no draft: the next template replaces it.
  const isWritten = isTouched && (templated === null || !isSameDraft(form.draft, templated))
  useEffect(() => keepDraft(account._id, isWritten ? form.draft : null), [account._id, isWritten, form.draft])
  const take = (draft: typeof empty) => {
    form.change(draft)
    setOffered(false)
  }
  const suppliers = form.draft.suppliers.length
  return (
    <RequestForm
      form={form}
      account={account}
      record={null}
      onSend={() => !isFull && !isSuspended && ask()}
      head={
        <>
          <MonthNote month={month} />
          {isOffered && templated !== null && (
            <TakenUp text={words.templateWaits} button={words.takeTemplate} onDrop={() => take(templated)} />
          )}
          {isTouched && kept !== null && templated === null && (
            <TakenUp text={words.takenUp} button={words.startAfresh} onDrop={() => take(empty)} />
          )}
          <HelpNote />
          {!isTouched && <GalleryNote />}
          <TemplatesPart />
        </>
      }
      foot={
        <FormFoot
          label={suppliers > 0 ? words.ask(suppliers) : words.makeLink}
          text={words.whatHappens(suppliers, form.draft.isOpenLink)}
          doing={isMakingKey ? makingKey : undefined}
          isBusy={isBusy}
          isClosed={isFull || isSuspended}
          error={isSuspended ? problemSentence(language, 'account-suspended') : error}
          onEnd={onEnd}
        />
      }
    />
  )
}

function GalleryNote() {
  const words = useRequestWords(requestFormWords)
  return (
    <p className={layoutStyles.medium}>
      <Link to="/dash/requests" search={{ new: GALLERY }}>
        {words.galleryOpen}
      </Link>
    </p>
  )
}

function HelpNote() {
  const words = useRequestWords(requestFormWords)
  return (
    <p className={layoutStyles.medium}>
      <a href={helpPath('create-a-request')} target="_blank" rel="noreferrer">
        {words.help}
      </a>
    </p>
  )
}

function TakenUp({ text, button, onDrop }: { text: string; button: string; onDrop: () => void }) {
  return (
    <p
      className={`${layoutStyles.row} ${layoutStyles.large} ${partsStyles.frameStrong} ${requestFormStyles.requestNote}`}
      role="status"
    >
      {text}
      <button type="button" className={textStyles.quietButton} onClick={onDrop}>
        {button}
      </button>
    </p>
  )
}
