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
import { beginDraft, keepDraft, readKeptDraft } from './draft/kept-draft.ts'
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
  const [opened] = useState(() => {
    if (ready) return withReady(empty, ready, language)
    return begunWith ? withTemplate(empty, begunWith.content, localTimeAt(Date.now(), empty.zone)) : null
  })
  const [begun] = useState(() => beginDraft(empty, readKeptDraft(account._id, empty), opened))
  const { initial, template } = begun
  const [isOffered, setOffered] = useState(begun.isOffered)
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
  const isTemplate = template !== null && isSameDraft(form.draft, template)
  useEffect(
    () => keepDraft(account._id, isTouched ? { draft: form.draft, isTemplate } : null),
    [account._id, isTouched, isTemplate, form.draft],
  )
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
          {isOffered && opened && <TakenUp isOffer onDrop={() => take(opened)} />}
          {isTouched && initial !== empty && !opened && <TakenUp onDrop={() => take(empty)} />}
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

/** What was written before is back; `isOffer`: a template waits to replace it. */
function TakenUp({ isOffer = false, onDrop }: { isOffer?: boolean; onDrop: () => void }) {
  const words = useRequestWords(requestFormWords)
  return (
    <p
      className={`${layoutStyles.row} ${layoutStyles.large} ${partsStyles.frameStrong} ${requestFormStyles.requestNote}`}
      role="status"
    >
      {isOffer ? words.templateWaits : words.takenUp}
      <button type="button" className={textStyles.quietButton} onClick={onDrop}>
        {isOffer ? words.takeTemplate : words.startAfresh}
      </button>
    </p>
  )
}
