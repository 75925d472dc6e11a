import type { AskedPage } from '@waybill/contract/requests/page-props'
import { Suspense } from 'react'
import downloadStyles from '../../shared/served-page/download.module.css'
import { Slip } from '../../shared/ui/marks/slip.tsx'
import { useLanguage, useWords } from '../../shared/words/language.tsx'
import answerStyles from './answer.module.css'
import { AnswerForm } from './answer-form.tsx'
import { useDrawnParts } from './drawn-parts.ts'
import { DueLine } from './due-line.tsx'
import { dayOf } from './moments.ts'
import { RequesterLine } from './requester-line.tsx'
import { PendingList } from './sending/pending-list.tsx'
import { SentList } from './sent-list.tsx'
import { StateNotes } from './state-notes.tsx'
import { useSessionState } from './submission-session.tsx'
import { answerWords } from './words/answer-words.ts'

interface AskedSlipProps {
  page: AskedPage
  /** The address names a receipt that this browser may not see. */
  isForeignReceipt: boolean
}

/** The requester, the request and its deadline; earlier submissions, and the form for the rest. */
export function AskedSlip({ page, isForeignReceipt }: AskedSlipProps) {
  const words = useWords(answerWords)
  const request = useSessionState((state) => state.request)
  const { SealingPart } = useDrawnParts()
  return (
    <>
      <Slip
        label={page.user === null ? words.label : <Addressee email={request.supplier?.email ?? ''} />}
        number={request.slug}
        name={words.slipName(request.slug)}
      >
        <RequesterLine request={request} />
        <h2 className={answerStyles.askedTitle} dir="auto">
          {request.title}
        </h2>
        {request.message.trim() !== '' && (
          <blockquote className={downloadStyles.message} aria-label={words.message} dir="auto">
            {request.message}
          </blockquote>
        )}
        <DueLine request={request} />
        <StateNotes request={request} problem={page.problem} isForeignReceipt={isForeignReceipt} />
        {request.sealing !== null && (
          <Suspense fallback={null}>
            <SealingPart />
          </Suspense>
        )}
        <PendingList />
        <AnswerForm />
        <SentList sent={request.sent} />
        <Terms />
      </Slip>
      <p className={downloadStyles.after}>{words.privacy}</p>
    </>
  )
}

function Addressee({ email }: { email: string }) {
  const words = useWords(answerWords)
  return (
    <>
      {words.labelFor} <bdi className={downloadStyles.addressee}>{email}</bdi>
    </>
  )
}

function Terms() {
  const { language } = useLanguage()
  const words = useWords(answerWords)
  const { expiresAt, state } = useSessionState(({ request }) => request)
  if (expiresAt === null || state !== 'open') return null
  return (
    <p className={`${downloadStyles.terms} ${answerStyles.askedTerms}`}>
      <time dateTime={expiresAt}>{words.openUntil(dayOf(expiresAt, language))}</time>
    </p>
  )
}
