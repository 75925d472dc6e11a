import { recordingKind } from '@waybill/contract/transfers/recordings'
import styles from './recording-player.module.css'

interface RecordingPlayerProps {
  path: string
  url: string
  onError?: () => void
}

/** Plays a recording from its link, with the browser's own controls; nobody has written captions for it. */
export function RecordingPlayer({ path, url, onError }: RecordingPlayerProps) {
  const Player = recordingKind(path) === 'memo' ? 'audio' : 'video'
  return (
    <Player className={styles.player} src={url} aria-label={path} controls autoPlay playsInline onError={onError} />
  )
}
