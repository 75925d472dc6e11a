import { formatBytes } from '@waybill/contract/core/sizes'
import type { RequestView } from '@waybill/contract/requests/submission-endpoints'
import type { UploadPlan } from '@waybill/contract/uploads/endpoints'
import { Suspense, useState } from 'react'
import { lazyPart } from '../../../shared/loading/lazy-part.ts'
import downloadStyles from '../../../shared/served-page/download.module.css'
import textStyles from '../../../shared/ui/styles/text.module.css'
import { useLanguage, useWords } from '../../../shared/words/language.tsx'
import answerStyles from '../answer.module.css'
import { failureWords } from '../failure-words.ts'
import { loadNotHere, loadPickAgain, loadTakingUp } from '../load-late.ts'
import { dayOf, useMoment } from '../moments.ts'
import { useTaking } from '../sealed/use-taking.ts'
import { useSessionState, useSubmissionSession } from '../submission-session.tsx'
import { answerWords } from '../words/answer-words.ts'

const PickAgain = lazyPart(loadPickAgain)
const NotHere = lazyPart(loadNotHere)

type Pending = RequestView['pending'][number]

/** This supplier's unfinished submissions, from this device or another. */
export function PendingList() {
  const session = useSubmissionSession()
  const pending = useSessionState(({ request }) => request.pending)
  const step = useSessionState((state) => state.step.is)
  const isShown = step === 'choosing' || step === 'code'
  if (!isShown) return null
  const waiting = pending.filter(({ upload }) => upload !== session.inHand?.upload)
  return waiting.map((one) => <PendingNote key={one.upload} pending={one} />)
}

type State =
  | { is: 'resting' | 'busy' | 'elsewhere' | 'not-here' | 'asking' }
  | { is: 'to-pick'; plan: UploadPlan }
  | { is: 'failed'; error: unknown }

function PendingNote({ pending }: { pending: Pending }) {
  const session = useSubmissionSession()
  const { language } = useLanguage()
  const words = useWords(answerWords)
  const [state, setState] = useState<State>({ is: 'resting' })
  const taking = useTaking()
  const isOwnWay = state.is === 'to-pick' || state.is === 'not-here'
  const { day, time } = useMoment(pending.startedAt)
  const attempt = async (act: () => Promise<State>) => {
    setState({ is: 'busy' })
    setState(await act().catch((error: unknown): State => ({ is: 'failed', error })))
  }
  const goOn = () =>
    void attempt(async () => {
      const { takeUp } = await loadTakingUp()
      const taken = await takeUp(session, pending.upload)
      return taken.is === 'running' ? { is: 'resting' } : taken
    })
  const end = () =>
    void attempt(async () => {
      const { giveUp } = await loadTakingUp()
      await giveUp(session, pending.upload)
      return { is: 'resting' }
    })
  return (
    <section className={answerStyles.pending} aria-label={words.pendingTitle}>
      <h2>{words.pendingTitle}</h2>
      <p className={textStyles.soft}>
        {words.pendingText(pending.fileCount, formatBytes(pending.bytes, language), `${day} ${time}`)}
        <br />
        {words.pendingUntil(dayOf(pending.expiresAt, language))}
      </p>
      {state.is === 'elsewhere' && <p role="status">{words.pendingElsewhere}</p>}
      {state.is === 'failed' && (
        <p role="alert" className={downloadStyles.takeFailed}>
          {failureWords(language, state.error)}
        </p>
      )}
      {state.is === 'to-pick' && (
        <Suspense fallback={null}>
          <PickAgain plan={state.plan} />
        </Suspense>
      )}
      {state.is === 'not-here' && (
        <Suspense fallback={null}>
          <NotHere />
        </Suspense>
      )}
      {state.is === 'asking' ? (
        <GivingUp onKeep={() => setState({ is: 'resting' })} onEnd={end} />
      ) : (
        <p className={`${answerStyles.pendingWays} ${downloadStyles.liveOnly}`}>
          {!isOwnWay && taking !== 'never' && (
            <button type="button" className={answerStyles.secondButton} aria-busy={state.is === 'busy'} onClick={goOn}>
              {words.goOn}
            </button>
          )}
          <button type="button" className={textStyles.quietButton} onClick={() => setState({ is: 'asking' })}>
            {words.giveUp}
          </button>
        </p>
      )}
    </section>
  )
}

/** It deletes the arrived bytes for good, so it asks first. */
function GivingUp({ onKeep, onEnd }: { onKeep: () => void; onEnd: () => void }) {
  const words = useWords(answerWords)
  return (
    <div role="alertdialog" aria-label={words.giveUpTitle} className={answerStyles.pendingAsk}>
      <p>{words.giveUpTitle}</p>
      <p className={answerStyles.pendingWays}>
        <button type="button" className={answerStyles.secondButton} onClick={onEnd}>
          {words.giveUpConfirm}
        </button>
        {/* biome-ignore lint/a11y/noAutofocus: the question was asked for by the press that opened it */}
        <button type="button" className={textStyles.quietButton} onClick={onKeep} autoFocus>
          {words.giveUpKeep}
        </button>
      </p>
    </div>
  )
}
