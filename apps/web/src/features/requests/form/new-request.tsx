import type { User } from '@waybill/contract/identity/profile-endpoints'
import type { RequestRecord, RequestTemplate } from '@waybill/contract/requests/shapes'
import { useEffect, useState } from 'react'
import { problemSentence } from '../../../shared/api/problem-words.ts'
import { sealingWords } from '../../../shared/sealing/words/sealing-words.ts'
import { localTimeAt } from '../../../shared/time/zones.ts'
import layoutStyles from '../../../shared/ui/styles/layout.module.css'
import partsStyles from '../../../shared/ui/styles/parts.module.css'
import textStyles from '../../../shared/ui/styles/text.module.css'
import { helpPath } from '../../../shared/words/help-path.ts'
import { useLanguage, useWords } from '../../../shared/words/language.tsx'
import { requestWordsOf, useRequestWords } from '../request-words.ts'
import { TemplatesPart } from '../templates/templates-part.tsx'
import { useTemplates } from '../templates/use-templates.ts'
import { useRequestMonth } from '../use-requests.ts'
import { zoneOf } from '../zone-of.ts'
import { useDraftForm } from './draft/draft-context.ts'
import { keepDraft, readKeptDraft } from './draft/kept-draft.ts'
import { emptyRequestDraft, isSameDraft, withTemplate } from './draft/request-draft.ts'
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
  const words = useRequestWords(requestFormWords)
  if (template && templates === undefined && !hasFailed) {
    return <div className={partsStyles.waiting} role="status" aria-label={words.loading} />
  }
  return <Writing {...props} begunWith={templates?.find(({ _id }) => _id === template)} />
}

function Writing({ account, begunWith, onMade, onEnd }: NewRequestProps & { begunWith: RequestTemplate | undefined }) {
  const { makingKey } = useWords(sealingWords)
  const { language } = useLanguage()
  const [empty] = useState(() => emptyRequestDraft(account.requestSettings, zoneOf(account)))
  const [initial] = useState(() => {
    if (begunWith) return withTemplate(empty, begunWith.content, localTimeAt(Date.now(), empty.zone))
    return readKeptDraft(account._id, empty) ?? empty
  })
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
  useEffect(() => keepDraft(account._id, isTouched ? form.draft : null), [account._id, isTouched, form.draft])
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
          {isTouched && initial !== empty && !begunWith && <TakenUp onDrop={() => form.change(empty)} />}
          <HelpNote />
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

function TakenUp({ onDrop }: { onDrop: () => void }) {
  const words = useRequestWords(requestFormWords)
  return (
    <p
      className={`${layoutStyles.row} ${layoutStyles.large} ${partsStyles.frameStrong} ${requestFormStyles.requestNote}`}
      role="status"
    >
      {words.takenUp}
      <button type="button" className={textStyles.quietButton} onClick={onDrop}>
        {words.startAfresh}
      </button>
    </p>
  )
}
