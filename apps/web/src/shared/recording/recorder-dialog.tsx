import { formatBytes } from '@waybill/contract/core/sizes'
import { RECORDING_MAX_BYTES, RECORDING_MAX_MS, type RecordingKind } from '@waybill/contract/transfers/recordings'
import { useEffect, useRef, useState } from 'react'
import { HelpLinks } from '../help/help-links.tsx'
import { useOverlay } from '../ui/dialogs/overlays.ts'
import { MainButton } from '../ui/fields/main-button.tsx'
import textStyles from '../ui/styles/text.module.css'
import { useLanguage, useWords } from '../words/language.tsx'
import { DeviceChoice } from './device-choice.tsx'
import { LiveView } from './live-view.tsx'
import styles from './recording.module.css'
import { type Phase, useRecording } from './use-recording.ts'
import { recordingWords } from './words/recording-words.ts'

interface RecorderDialogProps {
  kind: RecordingKind
  onRecorded: (file: File) => void
  onClose: () => void
}

/** Records one memo or video: devices, countdown, recording, preview. */
export function RecorderDialog({ kind, onRecorded, onClose }: RecorderDialogProps) {
  const words = useWords(recordingWords)
  const recording = useRecording(kind)
  const { phase } = recording
  const dialog = useRef<HTMLDialogElement>(null)
  // A press that means something else must not end a recording.
  const mayClose = !['counting', 'recording', 'paused', 'preparing'].includes(phase.is)
  useOverlay(true, onClose, { mayClose })
  useEffect(() => dialog.current?.showModal(), [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: each phase has its own first button
  useEffect(() => dialog.current?.querySelector<HTMLElement>('[data-first] button')?.focus(), [phase.is])
  return (
    <dialog
      ref={dialog}
      className={styles.recorder}
      aria-label={words.title[kind]}
      onCancel={(event) => {
        event.preventDefault()
        if (mayClose) onClose()
      }}
    >
      <h2>{words.title[kind]}</h2>
      <View phase={phase} kind={kind} />
      <DeviceChoice kind={kind} recording={recording} />
      <StateLine phase={phase} />
      <div className={styles.recorderActs}>
        <Acts recording={recording} onRecorded={onRecorded} />
        {mayClose && (
          <button type="button" className={textStyles.quietButton} onClick={onClose}>
            {words.close}
          </button>
        )}
      </div>
      <Limits />
      <HelpLinks articles={['record']} />
    </dialog>
  )
}

function Limits() {
  const words = useWords(recordingWords)
  const { language } = useLanguage()
  return (
    <p className={`${textStyles.soft} ${styles.recorderLimits}`}>
      {words.limits(RECORDING_MAX_MS / 60_000, formatBytes(RECORDING_MAX_BYTES, language))}
    </p>
  )
}

/** The live picture and sound, then the recording itself. */
function View({ phase, kind }: { phase: Phase; kind: RecordingKind }) {
  if (phase.is === 'recorded') return <Preview file={phase.recorded.file} kind={kind} />
  const stream = phase.is === 'ready' ? phase.devices : 'source' in phase ? phase.source.stream : null
  return <LiveView kind={kind} stream={stream} count={phase.is === 'counting' ? phase.left : null} />
}

function Preview({ file, kind }: { file: File; kind: RecordingKind }) {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  if (url === null) return null
  const Player = kind === 'memo' ? 'audio' : 'video'
  return <Player className={styles.preview} src={url} aria-label={file.name} controls playsInline />
}

/** What happens now, what went wrong, and how long it is. */
function StateLine({ phase }: { phase: Phase }) {
  const words = useWords(recordingWords)
  return (
    <div className={styles.recorderState}>
      <p role="status">
        {phase.is === 'opening' && words.opening}
        {phase.is === 'counting' && words.startsIn(phase.left)}
        {phase.is === 'recording' && words.recording}
        {phase.is === 'paused' && words.paused}
        {phase.is === 'preparing' && words.preparing}
      </p>
      {(phase.is === 'recording' || phase.is === 'paused') && <Elapsed read={phase.recorder.elapsedMs} />}
      <p role="alert" className={styles.recorderAlert}>
        {phase.is === 'refused' && (phase.kind === null ? words.failed : words.refused[phase.kind])}
        {phase.is === 'refused' && (phase.kind === 'microphone' || phase.kind === 'camera') && (
          <span className={textStyles.soft}>{words.allow}</span>
        )}
        {phase.is === 'recorded' && phase.recorded.reason !== null && words.stopped[phase.recorded.reason]}
        {phase.is === 'recorded' && !phase.recorded.isStored && <span>{words.notStored}</span>}
      </p>
    </div>
  )
}

const LOOK_MS = 250

function Elapsed({ read }: { read: () => number }) {
  const [elapsed, setElapsed] = useState(read)
  useEffect(() => {
    const timer = setInterval(() => setElapsed(read()), LOOK_MS)
    return () => clearInterval(timer)
  }, [read])
  return (
    <p className={textStyles.mono} aria-live="off">
      {clock(elapsed)} / {clock(RECORDING_MAX_MS)}
    </p>
  )
}

const clock = (ms: number): string => {
  const seconds = Math.floor(ms / 1_000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

interface ActsProps {
  recording: ReturnType<typeof useRecording>
  onRecorded: (file: File) => void
}

function Acts({ recording, onRecorded }: ActsProps) {
  const words = useWords(recordingWords)
  const { phase, wanted } = recording
  const sharesScreen = wanted.picture === 'screen' || wanted.picture === 'both'
  switch (phase.is) {
    case 'ready':
      return <Act label={sharesScreen ? words.startScreen : words.start} onPress={recording.start} />
    case 'refused':
      return <Act label={words.retry} onPress={recording.again} />
    case 'recording':
    case 'paused':
      return (
        <>
          <Act label={words.stop} onPress={recording.stop} />
          <button
            type="button"
            className={textStyles.quietButton}
            onClick={phase.is === 'paused' ? recording.resume : recording.pause}
          >
            {phase.is === 'paused' ? words.resume : words.pause}
          </button>
        </>
      )
    case 'recorded':
      return (
        <>
          <Act label={words.add} onPress={() => onRecorded(phase.recorded.file)} />
          <button type="button" className={textStyles.quietButton} onClick={recording.again}>
            {words.again}
          </button>
        </>
      )
    default:
      return null
  }
}

function Act({ label, onPress }: { label: string; onPress: () => void }) {
  return (
    <span data-first>
      <MainButton onPress={onPress}>{label}</MainButton>
    </span>
  )
}
