import type { RecordingKind } from '@waybill/contract/transfers/recordings'
import { useEffect, useRef } from 'react'
import layoutStyles from '../ui/styles/layout.module.css'
import { useWords } from '../words/language.tsx'
import styles from './recording.module.css'
import { recordingWords } from './words/recording-words.ts'

interface LiveViewProps {
  kind: RecordingKind
  /** Null: nothing is open yet. */
  stream: MediaStream | null
  /** Seconds until the recording starts. */
  count: number | null
}

/** What the camera or the screen shows, silent, and how loud the microphone is. */
export function LiveView({ kind, stream, count }: LiveViewProps) {
  const video = useRef<HTMLVideoElement>(null)
  useEffect(() => {
    if (video.current) video.current.srcObject = stream
  }, [stream])
  return (
    <div className={`${layoutStyles.stackTight} ${styles.live}`}>
      {kind === 'video' && <video ref={video} className={styles.preview} muted autoPlay playsInline />}
      {count !== null && (
        <span className={styles.count} aria-hidden="true">
          {count}
        </span>
      )}
      {stream && stream.getAudioTracks().length > 0 && <LevelMeter stream={stream} />}
    </div>
  )
}

/** Speech is quiet to a meter: its root mean square seldom passes a third. */
const LOUDEST = 0.35

function LevelMeter({ stream }: { stream: MediaStream }) {
  const words = useWords(recordingWords)
  const meter = useRef<HTMLMeterElement>(null)
  useEffect(() => {
    const context = new AudioContext()
    const analyser = context.createAnalyser()
    context.createMediaStreamSource(new MediaStream(stream.getAudioTracks())).connect(analyser)
    const samples = new Float32Array(analyser.fftSize)
    let frame = 0
    const draw = () => {
      analyser.getFloatTimeDomainData(samples)
      const level = Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length)
      if (meter.current) meter.current.value = Math.min(1, level / LOUDEST)
      frame = requestAnimationFrame(draw)
    }
    draw()
    return () => {
      cancelAnimationFrame(frame)
      void context.close()
    }
  }, [stream])
  return <meter ref={meter} className={styles.level} min={0} max={1} aria-label={words.level} />
}
