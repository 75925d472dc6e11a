import { useEffect, useState } from 'react'
import '../ui/fonts.css'
import '../ui/tokens.css'
import '../ui/base.css'
import '../ui/file-list.css'
import '../download/download.css'
import '../download/contents.css'
import '../download/locked.css'
import './answer.css'
import './slots.css'
import './who.css'
import { PageFrame } from '../download/page-frame.tsx'
import { answerWords } from '../words/answer.ts'
import { LanguageProvider, useWords } from '../words/language.tsx'
import { AskedSlip } from './asked-slip.tsx'
import { DeskProvider, makeDesk, useDesk, useDeskState } from './desk.tsx'
import { LockedSlip, TroubleSlip, UnknownSlip } from './other-slips.tsx'
import type { AnswerPageProps, AskedPage } from './page-props.ts'
import { ReceiptSlip } from './receipt-slip.tsx'

/** The supplier's page: the same on the server and in the browser. */
export function AnswerPage({ language, supportEmail, page }: AnswerPageProps) {
  return (
    <LanguageProvider initial={language}>
      {page.kind === 'asked' ? (
        <Asked page={page} supportEmail={supportEmail} />
      ) : (
        <Framed supportEmail={supportEmail}>
          {page.kind === 'locked' && <LockedSlip page={page} />}
          {page.kind === 'unknown' && <UnknownSlip />}
          {page.kind === 'trouble' && <TroubleSlip page={page} />}
        </Framed>
      )}
    </LanguageProvider>
  )
}

function Asked({ page, supportEmail }: { page: AskedPage; supportEmail: string }) {
  const [desk] = useState(() => makeDesk(page))
  useEffect(() => desk.followHistory(), [desk])
  return (
    <DeskProvider value={desk}>
      <Current supportEmail={supportEmail} />
    </DeskProvider>
  )
}

/** The request, or the receipt that the address names. */
function Current({ supportEmail }: { supportEmail: string }) {
  const desk = useDesk()
  const received = useDeskState(({ received }) => received)
  const receipt = useDeskState(({ request }) => request.sent.find(({ _id }) => _id === received))
  const [first] = useState(received)
  const step = desk.page.proof?.mailed ? 'step=code' : ''
  const query = received === null ? step : `received=${encodeURIComponent(received)}`
  return (
    <Framed supportEmail={supportEmail} query={query}>
      {receipt ? (
        <ReceiptSlip key={receipt._id} receipt={receipt} isSudden={received !== first} />
      ) : (
        <AskedSlip page={desk.page} isForeignReceipt={received !== null} />
      )}
    </Framed>
  )
}

interface FramedProps {
  supportEmail: string
  /** What of the address stays when the language is changed. */
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
