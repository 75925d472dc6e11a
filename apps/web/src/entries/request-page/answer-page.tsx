import { useEffect, useState } from 'react'
import '../../shared/ui/styles/fonts.css'
import '../../shared/ui/styles/tokens.css'
import '../../shared/ui/styles/base.css'
import type { AnswerPageProps, AskedPage } from '@waybill/contract/requests/page-props'
import { PageFrame } from '../../shared/served-page/page-frame.tsx'
import { LanguageProvider, useWords } from '../../shared/words/language.tsx'
import { AskedSlip } from './asked-slip.tsx'
import { LockedRequestSlip, RequestTroubleSlip, UnknownRequestSlip } from './other-slips.tsx'
import { ReceiptSlip } from './receipt-slip.tsx'
import {
  makeSubmissionSession,
  SubmissionSessionProvider,
  useSessionState,
  useSubmissionSession,
} from './submission-session.tsx'
import { answerWords } from './words/answer-words.ts'

/** The supplier's page: the same on the server and in the browser. */
export function AnswerPage({ language, supportEmail, page }: AnswerPageProps) {
  return (
    <LanguageProvider initial={language}>
      {page.kind === 'asked' ? (
        <Asked page={page} supportEmail={supportEmail} />
      ) : (
        <Framed supportEmail={supportEmail}>
          {page.kind === 'locked' && <LockedRequestSlip page={page} />}
          {page.kind === 'unknown' && <UnknownRequestSlip />}
          {page.kind === 'trouble' && <RequestTroubleSlip page={page} />}
        </Framed>
      )}
    </LanguageProvider>
  )
}

function Asked({ page, supportEmail }: { page: AskedPage; supportEmail: string }) {
  const [session] = useState(() => makeSubmissionSession(page))
  useEffect(() => session.followHistory(), [session])
  return (
    <SubmissionSessionProvider value={session}>
      <Current supportEmail={supportEmail} />
    </SubmissionSessionProvider>
  )
}

/** The request, or the receipt that the address names. */
function Current({ supportEmail }: { supportEmail: string }) {
  const session = useSubmissionSession()
  const received = useSessionState(({ received }) => received)
  const receipt = useSessionState(({ request }) => request.sent.find(({ _id }) => _id === received))
  const [first] = useState(received)
  const step = session.page.proof?.mailed ? 'step=code' : ''
  const query = received === null ? step : `received=${encodeURIComponent(received)}`
  return (
    <Framed supportEmail={supportEmail} query={query}>
      {receipt ? (
        <ReceiptSlip key={receipt._id} receipt={receipt} isSudden={received !== first} />
      ) : (
        <AskedSlip page={session.page} isForeignReceipt={received !== null} />
      )}
    </Framed>
  )
}

interface FramedProps {
  supportEmail: string
  /** The part of the address that stays when the language changes. */
  query?: string
  children: React.ReactNode
}

function Framed({ supportEmail, query, children }: FramedProps) {
  const words = useWords(answerWords)
  return (
    <PageFrame title={`${words.pageTitle} · Waybill`} supportEmail={supportEmail} query={query}>
      {children}
    </PageFrame>
  )
}
