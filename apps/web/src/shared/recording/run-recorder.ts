import { isRecordingFull, type RecordingKind, recordingName } from '@waybill/contract/transfers/recordings'
import { formatOf } from './formats.ts'
import { RecordingFile } from './kept-recordings.ts'
import type { Source } from './open-source.ts'

const CHUNK_MS = 500
const VIDEO_BITS = 2_500_000
const AUDIO_BITS = 128_000
/** A recording can be continued from each of these pictures. */
const KEYFRAME_MS = 2_000

/** Why it stopped without a click: what was recorded until then is kept. */
export type StopReason = 'limit' | 'disk-full' | 'unplugged' | 'screen-ended'

export interface Recorded {
  file: File
  /** Null: somebody pressed stop. */
  reason: StopReason | null
  /** The browser would have it again after a crash. */
  isStored: boolean
}

export interface RunningRecorder {
  pause(): void
  resume(): void
  stop(): void
  /** Recorded so far, without pauses. */
  elapsedMs(): number
  /** Rejects where nothing was recorded. */
  done: Promise<Recorded>
}

/** Records what comes from the source until it is stopped, a limit is reached or a device is gone. */
export async function runRecorder(kind: RecordingKind, source: Source): Promise<RunningRecorder> {
  const mimeType = formatOf(kind)
  if (mimeType === null) throw new Error('This browser records nothing')
  const options = { mimeType, videoBitsPerSecond: VIDEO_BITS, audioBitsPerSecond: AUDIO_BITS }
  const keyframes = { videoKeyFrameIntervalDuration: KEYFRAME_MS }
  const recorder = new MediaRecorder(source.stream, { ...options, ...keyframes } as MediaRecorderOptions)
  const file = await RecordingFile.begin(recordingName(kind, new Date(), recorder.mimeType || mimeType))
  const clock = new Stopwatch()
  let reason: StopReason | null = null
  let bytes = 0
  let writing = Promise.resolve()

  const stop = (why: StopReason | null = null) => {
    if (recorder.state === 'inactive') return
    reason = why
    clock.stop()
    recorder.stop()
  }
  recorder.addEventListener('dataavailable', ({ data }) => {
    bytes += data.size
    if (data.size > 0) writing = writing.then(() => file.write(data)).catch(() => stop('disk-full'))
    if (isRecordingFull({ bytes, elapsedMs: clock.elapsedMs() })) stop('limit')
  })
  source.screen?.addEventListener('ended', () => stop('screen-ended'))
  for (const track of source.devices) track.addEventListener('ended', () => stop('unplugged'))
  const done = new Promise<Recorded>((resolve, reject) => {
    recorder.addEventListener('error', () => stop('unplugged'))
    recorder.addEventListener('stop', async () => {
      clock.stop()
      await writing
      if (bytes === 0) return reject(new Error('Nothing was recorded'))
      file
        .finish(recorder.mimeType || mimeType)
        .then((whole) => resolve({ file: whole, reason, isStored: file.isStored }), reject)
    })
  })
  recorder.start(CHUNK_MS)
  clock.start()
  return {
    pause() {
      if (recorder.state !== 'recording') return
      recorder.pause()
      clock.stop()
    },
    resume() {
      if (recorder.state !== 'paused') return
      recorder.resume()
      clock.start()
    },
    stop: () => stop(),
    elapsedMs: () => clock.elapsedMs(),
    done,
  }
}

class Stopwatch {
  #before = 0
  #since: number | null = null

  start(): void {
    this.#since ??= performance.now()
  }

  stop(): void {
    this.#before = this.elapsedMs()
    this.#since = null
  }

  elapsedMs(): number {
    return this.#before + (this.#since === null ? 0 : performance.now() - this.#since)
  }
}
