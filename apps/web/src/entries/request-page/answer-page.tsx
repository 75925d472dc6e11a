import { useEffect, useState } from 'react'
import '../../shared/ui/styles/fonts.css'
import '../../shared/ui/styles/tokens.css'
import '../../shared/ui/styles/base.css'
import type { AnswerPageProps, AskedPage } from '@waybill/contract/requests/page-props'
import { PageFrame } from '../../shared/served-page/page-frame.tsx'
import { pageTitle } from '../../shared/served-page/page-title.ts'
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
export function AnswerPage({ language, page, ...frame }: AnswerPageProps) {
  return (
    <LanguageProvider initial={language}>
      {page.kind === 'asked' ? (
        <Asked page={page} frame={frame} />
      ) : (
        <Framed frame={frame}>
          {page.kind === 'locked' && <LockedRequestSlip page={page} />}
          {page.kind === 'unknown' && <UnknownRequestSlip />}
          {page.kind === 'trouble' && <RequestTroubleSlip page={page} />}
        </Framed>
      )}
    </LanguageProvider>
  )
}

type Frame = Pick<AnswerPageProps, 'supportEmail' | 'branding'>

function Asked({ page, frame }: { page: AskedPage; frame: Frame }) {
  const [session] = useState(() => makeSubmissionSession(page))
  useEffect(() => session.followHistory(), [session])
  return (
    <SubmissionSessionProvider value={session}>
      <Current frame={frame} />
    </SubmissionSessionProvider>
  )
}

/** The request, or the receipt that the address names. */
function Current({ frame }: { frame: Frame }) {
  const session = useSubmissionSession()
  const received = useSessionState(({ received }) => received)
  const receipt = useSessionState(({ request }) => request.sent.find(({ _id }) => _id === received))
  const [first] = useState(received)
  const step = session.page.proof?.mailed ? 'step=code' : ''
  const query = received === null ? step : `received=${encodeURIComponent(received)}`
  return (
    <Framed frame={frame} query={query}>
      {receipt ? (
        <ReceiptSlip key={receipt._id} receipt={receipt} isSudden={received !== first} />
      ) : (
        <AskedSlip page={session.page} isForeignReceipt={received !== null} />
      )}
    </Framed>
  )
}

interface FramedProps {
  frame: Frame
  /** The part of the address that stays when the language changes. */
  query?: string
  children: React.ReactNode
}

function Framed({ frame, query, children }: FramedProps) {
  const words = useWords(answerWords)
  return (
    <PageFrame title={pageTitle(words.pageTitle, frame.branding)} query={query} {...frame}>
      {children}
    </PageFrame>
  )
}
