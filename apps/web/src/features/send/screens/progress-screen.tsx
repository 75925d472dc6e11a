import { Suspense, useState } from 'react'
import { useQuickSend } from '../../../shared/drafts/quick-send-state.ts'
import { lazyPart } from '../../../shared/loading/lazy-part.ts'
import { Button } from '../../../shared/ui/fields/button.ts'
import { useFocusOnce } from '../../../shared/ui/fields/use-focus-once.ts'
import { Address } from '../../../shared/ui/marks/address.tsx'
import { RouteLine } from '../../../shared/ui/marks/route-line.tsx'
import { Slip } from '../../../shared/ui/marks/slip.tsx'
import { useEased } from '../../../shared/ui/marks/use-eased.ts'
import { useBeforeTitle } from '../../../shared/ui/page/before-title.ts'
import layoutStyles from '../../../shared/ui/styles/layout.module.css'
import textStyles from '../../../shared/ui/styles/text.module.css'
import { partSent, UploadFigures } from '../../../shared/upload/upload-figures.tsx'
import { sendingWords } from '../../../shared/upload/words/sending-words.ts'
import { useWords } from '../../../shared/words/language.tsx'
import { cancelSending } from '../upload/run-upload.ts'
import { usePlace } from '../upload/use-place.ts'
import { ArrivingHead } from './arriving-head.tsx'
import { DoneScreen } from './done-screen.tsx'
import styles from './progress-screen.module.css'
import { arrivingWords } from './words/arriving-words.ts'

const EASE_MS = 5_000

const RouteNote = lazyPart(async () => (await import('./route-note.tsx')).RouteNote)
const ConfirmDialog = lazyPart(
  async () => (await import('../../../shared/ui/dialogs/confirm-dialog.tsx')).ConfirmDialog,
)

/** The progress, and once the save has answered, that it is sent. */
export function UploadScreen() {
  const isDone = useQuickSend(({ screen }) => screen === 'done')
  return isDone ? <DoneScreen /> : <ProgressScreen />
}

/**
 * The progress: percent, speed, remaining time, file x of y, bytes of total, and a stop button; of a transfer that is
 * sent already, also what recipients find.
 */
function ProgressScreen() {
  const words = useWords(sendingWords)
  const progress = useQuickSend((state) => state.progress)
  const region = useQuickSend((state) => state.region)
  const arriving = useQuickSend((state) => state.arriving)
  const ofArriving = useWords(arrivingWords)
  const name = arriving ? ofArriving.name : words.name
  const status = progress?.status ?? 'warming-up'
  const isHalted = status === 'paused-offline' || status === 'retrying'
  const line = useFocusOnce<HTMLParagraphElement>()
  const sentPart = partSent(progress)
  const shownPart = useEased(sentPart, EASE_MS)
  const percent = Math.floor(shownPart * 100)
  useBeforeTitle(`${percent}% · `)
  return (
    <Slip label={name} name={name} number={arriving?.slug}>
      {arriving && <ArrivingHead link={arriving.link} />}
      <div className={`${layoutStyles.stackTight} ${styles.progress}`} data-status={status}>
        <div
          className={`${styles.progressPercent} ${textStyles.mono}`}
          role="progressbar"
          aria-label={words.progressLabel}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={percent}
        >
          {percent}
          <small>%</small>
        </div>
        <p
          ref={line}
          tabIndex={-1}
          className={`${isHalted ? layoutStyles.warned : ''} ${styles.progressStatus}`}
          role="status"
        >
          {words.status[status]}
        </p>
        <Route done={shownPart} />
        {region && (
          <Suspense fallback={null}>
            <RouteNote region={region} />
          </Suspense>
        )}
        <UploadFigures progress={progress} className={styles.progressFigures} />
        <p
          className={`${layoutStyles.cut} ${textStyles.soft} ${layoutStyles.small} ${styles.progressPath} ${textStyles.mono}`}
        >
          {progress?.currentPath}
        </p>
        <p className={`${textStyles.soft} ${layoutStyles.medium} ${styles.progressStay}`}>
          {arriving ? ofArriving.stayHere : words.stayHere}
        </p>
        <CancelButton isSent={Boolean(arriving)} />
      </div>
    </Slip>
  )
}

function Route({ done }: { done: number }) {
  const words = useWords(sendingWords)
  const envelope = useQuickSend((state) => state.envelope)
  const place = usePlace()
  const emailTo = envelope?.emailTo ?? []
  const [first = ''] = emailTo
  const end = {
    place:
      emailTo.length === 0 ? words.aLink : emailTo.length === 1 ? <Address of={first} /> : words.people(emailTo.length),
    note: emailTo.length > 1 && <Address of={first} />,
  }
  return (
    <RouteLine
      origin={{ place: place ?? words.you, note: place ? words.you : '' }}
      stops={[{ key: 'all', ...end, done, state: 'under-way' }]}
    />
  )
}

/** The dialog's code loads with the screen, so that it opens even without a connection. */
function CancelButton({ isSent }: { isSent: boolean }) {
  const words = useWords(sendingWords)
  const ofArriving = useWords(arrivingWords)
  const { cancelTitle, cancelText } = isSent ? ofArriving : words
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button variant="default" fullWidth onClick={() => setAsking(true)}>
        {words.cancel}
      </Button>
      <Suspense fallback={null}>
        <ConfirmDialog
          isOpen={isAsking}
          title={cancelTitle}
          text={cancelText}
          confirmLabel={words.cancelConfirm}
          keepLabel={words.cancelKeep}
          onConfirm={cancelSending}
          onKeep={() => setAsking(false)}
        />
      </Suspense>
    </>
  )
}
