import type { UploadProgress } from '@waybill/uploader/upload'
import { useEffect, useState } from 'react'
import downloadStyles from '../../../shared/served-page/download.module.css'
import { useFocusOnce } from '../../../shared/ui/fields/use-focus-once.ts'
import { useBeforeTitle } from '../../../shared/ui/page/before-title.ts'
import textStyles from '../../../shared/ui/styles/text.module.css'
import { partSent, UploadFigures } from '../../../shared/upload/upload-figures.tsx'
import { sendingWords } from '../../../shared/upload/words/sending-words.ts'
import { useLanguage, useWords } from '../../../shared/words/language.tsx'
import answerStyles from '../answer.module.css'
import { failureWords } from '../failure-words.ts'
import { type Step, useSessionState, useSubmissionSession } from '../submission-session.tsx'
import { answerWords } from '../words/answer-words.ts'
import { pauseSubmission } from './run-submission.ts'
import { goOn, putAside } from './take-up-submission.ts'
import styles from './under-way.module.css'
import { useAskingBeforeLeaving } from './use-asking-before-leaving.ts'
import { answeringWords } from './words/answering-words.ts'

type Shown = Extract<Step, { is: 'sending' | 'submitting' | 'halted' }>

/** A running submission: its progress, the state of the connection, and how to stop and resume. */
export function UnderWay() {
  const step = useSessionState((state) => state.step)
  const [last, setLast] = useState<UploadProgress | null>(null)
  const heading = useFocusOnce<HTMLHeadingElement>()
  useEffect(() => {
    heading.current?.scrollIntoView({ block: 'center' })
  }, [heading])
  const progress = (step.is === 'sending' || step.is === 'halted' ? step.progress : null) ?? last
  useEffect(() => {
    if (progress !== null) setLast(progress)
  }, [progress])
  const isHalted = step.is === 'halted'
  useAskingBeforeLeaving(!isHalted)
  if (step.is !== 'sending' && step.is !== 'submitting' && step.is !== 'halted') return null
  return (
    <section className={styles.underWay} data-halted={isHalted || undefined}>
      <h2 ref={heading} tabIndex={-1} className={styles.underWayStatus} aria-live="polite">
        <StatusWords step={step} />
      </h2>
      <Bar progress={progress} isWhole={step.is === 'submitting'} />
      <UploadFigures progress={progress} className={styles.underWayFigures} />
      <p className={`${styles.underWayPath} ${textStyles.mono}`}>{progress?.currentPath}</p>
      {isHalted ? <Halted step={step} /> : <Staying />}
      {step.is === 'sending' && <PauseButton />}
    </section>
  )
}

/** The effect of leaving the page: a sealed submission can continue in this browser only, or nowhere. */
function Staying() {
  const words = useWords(answeringWords)
  const sealed = useSubmissionSession().inHand?.sealed ?? null
  const said = sealed === null ? words.stayHere : sealed.isKept ? words.sealedStayHere : words.notKept
  return (
    <p className={`${textStyles.soft} ${styles.underWayStay}`} data-lost={sealed?.isKept === false || undefined}>
      {said}
    </p>
  )
}

function StatusWords({ step }: { step: Shown }) {
  const words = useWords(answeringWords)
  const sending = useWords(sendingWords)
  if (step.is === 'submitting') return step.isSumming ? words.summing : words.submitting
  if (step.is === 'halted') return step.error === null ? words.pausedTitle : words.haltedTitle
  return sending.status[step.progress?.status ?? 'warming-up']
}

function Bar({ progress, isWhole }: { progress: UploadProgress | null; isWhole: boolean }) {
  const sending = useWords(sendingWords)
  const percent = isWhole ? 100 : Math.floor(partSent(progress) * 100)
  useBeforeTitle(`${percent}% · `)
  return (
    <div className={styles.underWayBar}>
      <span className={`${textStyles.mono} ${styles.underWayPercent}`} aria-hidden="true">
        {percent}
        <small>%</small>
      </span>
      <progress max={100} value={percent} aria-label={sending.progressLabel} />
    </div>
  )
}

function PauseButton() {
  const session = useSubmissionSession()
  const words = useWords(answeringWords)
  return (
    <button type="button" className={answerStyles.secondButton} onClick={() => pauseSubmission(session)}>
      {words.pause}
    </button>
  )
}

/** Nothing is lost: the arrived bytes stay, and the files are still available. */
function Halted({ step }: { step: Extract<Step, { is: 'halted' }> }) {
  const session = useSubmissionSession()
  const { language } = useLanguage()
  const words = useWords(answeringWords)
  const { goOn: face } = useWords(answerWords)
  const sealed = session.inHand?.sealed ?? null
  const isKept = sealed?.isKept !== false
  const [isBusy, setBusy] = useState(false)
  const press = async () => {
    setBusy(true)
    await goOn(session)
    setBusy(false)
  }
  return (
    <>
      <p
        role={step.error === null ? undefined : 'alert'}
        className={step.error === null ? textStyles.soft : downloadStyles.takeFailed}
      >
        {step.error !== null && failureWords(language, step.error)} {isKept && words.kept}
      </p>
      {sealed && <Staying />}
      <button
        type="button"
        className={downloadStyles.takeAll}
        aria-busy={isBusy}
        disabled={isBusy}
        onClick={() => void press()}
      >
        {face}
      </button>
      <button type="button" className={textStyles.quietButton} onClick={() => void putAside(session)}>
        {words.putAside}
      </button>
    </>
  )
}
