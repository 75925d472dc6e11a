import { recordingKind } from '@waybill/contract/transfers/recordings'
import { useEffect, useState } from 'react'
import styles from './recording-player.module.css'

interface RecordingPlayerProps {
  path: string
  url: string
  onError?: () => void
}

type Failed = typeof import('./player/player-failed.tsx').PlayerFailed

/**
 * Plays a recording from its link, with the browser's own controls; nobody has written captions for it. What it says
 * when it fails loads beside it, so that it is there when the line is not.
 */
export function RecordingPlayer({ path, url, onError }: RecordingPlayerProps) {
  const Player = recordingKind(path) === 'memo' ? 'audio' : 'video'
  const [code, setCode] = useState(0)
  const [{ Failed }, setFailed] = useState<{ Failed: Failed | null }>({ Failed: null })
  useEffect(() => {
    import('./player/player-failed.tsx').then(
      ({ PlayerFailed }) => setFailed({ Failed: PlayerFailed }),
      () => undefined,
    )
  }, [])
  return (
    <>
      <Player
        className={styles.player}
        src={url}
        aria-label={path}
        controls
        autoPlay
        playsInline
        onPlaying={() => setCode(0)}
        onError={({ currentTarget }) => {
          setCode(currentTarget.error?.code ?? 4)
          onError?.()
        }}
      />
      {code > 0 && Failed && <Failed code={code} url={url} />}
    </>
  )
}
