import { Suspense } from 'react'
import { Slip } from '../../shared/ui/marks/slip.tsx'
import { useLanguage, useWords } from '../../shared/words/language.tsx'
import { AnswerForm } from './answer-form.tsx'
import { useDrawnParts } from './drawn-parts.ts'
import { DueLine } from './due-line.tsx'
import { RequesterLine } from './requester-line.tsx'
import { PendingList } from './sending/pending-list.tsx'
import { useSessionState } from './submission-session.tsx'
import { answerWords } from './words/answer-words.ts'
import '../../shared/sealing/sealing.css'
import type { AskedPage } from '@waybill/contract/requests/page-props'
import { dayOf } from './moments.ts'
import { SentList } from './sent-list.tsx'
import { StateNotes } from './state-notes.tsx'

interface AskedSlipProps {
  page: AskedPage
  /** The address names a receipt that this browser is not shown. */
  isForeignReceipt: boolean
}

/** Who asks, for what, until when; what was sent, and the way to send the rest. */
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
        <h2 className="asked-title" dir="auto">
          {request.title}
        </h2>
        {request.message.trim() !== '' && (
          <blockquote className="message" aria-label={words.message} dir="auto">
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
      <p className="after">{words.privacy}</p>
    </>
  )
}

function Addressee({ email }: { email: string }) {
  const words = useWords(answerWords)
  return (
    <>
      {words.labelFor} <bdi className="addressee">{email}</bdi>
    </>
  )
}

function Terms() {
  const { language } = useLanguage()
  const words = useWords(answerWords)
  const { expiresAt, state } = useSessionState(({ request }) => request)
  if (expiresAt === null || state !== 'open') return null
  return (
    <p className="terms asked-terms">
      <time dateTime={expiresAt}>{words.openUntil(dayOf(expiresAt, language))}</time>
    </p>
  )
}
