import { formatBytes } from '@waybill/contract/core/sizes'
import { Fragment, Suspense, useEffect, useState } from 'react'
import { totalBytes } from '../../../shared/drafts/draft.ts'
import { type Unfinished, useQuickSend } from '../../../shared/drafts/quick-send-state.ts'
import { HelpLinks } from '../../../shared/help/help-links.tsx'
import { lazyPart } from '../../../shared/loading/lazy-part.ts'
import { Button } from '../../../shared/ui/fields/button.ts'
import { FileList } from '../../../shared/ui/files/file-list.tsx'
import { Address } from '../../../shared/ui/marks/address.tsx'
import { Loader } from '../../../shared/ui/marks/loader.ts'
import { Slip } from '../../../shared/ui/marks/slip.tsx'
import layoutStyles from '../../../shared/ui/styles/layout.module.css'
import linesStyles from '../../../shared/ui/styles/lines.module.css'
import textStyles from '../../../shared/ui/styles/text.module.css'
import { sendingWords } from '../../../shared/upload/words/sending-words.ts'
import { useLanguage, useWords } from '../../../shared/words/language.tsx'
import { giveUpUnfinished, lookForUnfinished, resumeWithHandles } from '../upload/take-up.ts'
import { PickAgainScreen } from './pick-again.tsx'
import quickSendStyles from './quick-send.module.css'
import styles from './unfinished-screen.module.css'
import { arrivingWords } from './words/arriving-words.ts'

const ConfirmDialog = lazyPart(
  async () => (await import('../../../shared/ui/dialogs/confirm-dialog.tsx')).ConfirmDialog,
)

/** This browser's unfinished upload: resumed with one click or with the files picked again, or discarded. */
export function UnfinishedScreen() {
  const words = useWords(sendingWords)
  const ofArriving = useWords(arrivingWords)
  const unfinished = useQuickSend((state) => state.unfinished)
  const isSent = Boolean(unfinished?.arriving)
  const name = isSent ? ofArriving.brokenName : words.unfinishedName
  useEffect(() => void lookForUnfinished(), [])
  return (
    <Slip label={name} name={name} aside={isSent ? <EndUpload /> : <StartAnew />}>
      {unfinished ? (
        <Found unfinished={unfinished} />
      ) : (
        <p className={`${textStyles.soft} ${linesStyles.line} ${styles.unfinishedLooking}`} role="status">
          <Loader size={16} color="var(--ink-soft)" />
          {words.unfinishedLooking}
        </p>
      )}
      <HelpLinks articles={['resume-a-transfer']} />
    </Slip>
  )
}

/** Deletes the arrived bytes, so it asks first. */
function StartAnew() {
  const words = useWords(sendingWords)
  return (
    <GiveUp
      label={words.startAnew}
      title={words.startAnewTitle}
      text={words.startAnewText}
      keepLabel={words.startAnewKeep}
    />
  )
}

/** Of a transfer that is sent already: recipients lose what has not arrived. */
function EndUpload() {
  const words = useWords(arrivingWords)
  return <GiveUp label={words.end} title={words.endTitle} text={words.endText} keepLabel={words.keep} />
}

interface GiveUpProps {
  label: string
  title: string
  text: string
  keepLabel: string
}

function GiveUp({ label, ...asked }: GiveUpProps) {
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <button type="button" className={textStyles.quietButton} onClick={() => setAsking(true)}>
        {label}
      </button>
      <Suspense fallback={null}>
        <ConfirmDialog
          isOpen={isAsking}
          confirmLabel={label}
          onConfirm={() => void giveUpUnfinished()}
          onKeep={() => setAsking(false)}
          {...asked}
        />
      </Suspense>
    </>
  )
}

function Found({ unfinished }: { unfinished: Unfinished }) {
  const words = useWords(sendingWords)
  const { brokenTitle, brokenText } = useWords(arrivingWords)
  const { language } = useLanguage()
  const { draft, plan, arriving } = unfinished
  const heldBytes = plan.blobs.reduce((sum, { have }) => sum + have.reduce((held, [, bytes]) => held + bytes, 0), 0)
  const held = formatBytes(heldBytes, language)
  const tell = arriving ? brokenText : words.unfinishedText
  return (
    <div className={layoutStyles.stack}>
      <h2 className={layoutStyles.title}>{arriving ? brokenTitle : words.unfinishedTitle}</h2>
      <p className={textStyles.soft}>{tell(held, formatBytes(totalBytes(plan.files), language))}</p>
      <div className={quickSendStyles.draftFilesList}>
        <FileList files={plan.files} />
      </div>
      <p className={`${layoutStyles.large} ${styles.unfinishedTo}`}>
        <span className={textStyles.soft}>{words.to}</span>{' '}
        {draft.emailTo.map(({ email }, nth) => (
          <Fragment key={email}>
            {nth > 0 && ', '}
            <Address of={email} />
          </Fragment>
        ))}
      </p>
      <WayOn unfinished={unfinished} />
    </div>
  )
}

/** One click where the browser still has the files; otherwise, or when the click failed, picking them again. */
function WayOn({ unfinished }: { unfinished: Unfinished }) {
  const words = useWords(sendingWords)
  const ofArriving = useWords(arrivingWords)
  const [mustPick, setMustPick] = useState(unfinished.handles === null)
  const [isBusy, setBusy] = useState(false)
  const resume = async () => {
    setBusy(true)
    const isRunning = await resumeWithHandles(unfinished).catch(() => false)
    setBusy(false)
    if (!isRunning) setMustPick(true)
  }
  if (mustPick) return <PickAgainScreen unfinished={unfinished} />
  return (
    <Button fullWidth loading={isBusy} onClick={() => void resume()}>
      {unfinished.arriving ? ofArriving.resume : words.resume}
    </Button>
  )
}
