import { recordingKind } from '@waybill/contract/transfers/recordings'
import styles from './recording-player.module.css'

/** Plays a recording from its link, with the browser's own controls; nobody has written captions for it. */
export function RecordingPlayer({ path, url }: { path: string; url: string }) {
  const Player = recordingKind(path) === 'memo' ? 'audio' : 'video'
  return <Player className={styles.player} src={url} aria-label={path} controls autoPlay playsInline />
}
