import type { RecordingKind } from '@waybill/contract/transfers/recordings'
import { useEffect, useState } from 'react'
import { removeKept } from './kept-recordings.ts'
import {
  openDevices,
  openSource,
  type Picture,
  type RefusalKind,
  type Source,
  SourceRefused,
  stop,
  type Wanted,
} from './open-source.ts'
import { type Recorded, type RunningRecorder, runRecorder } from './run-recorder.ts'

const COUNTDOWN_S = 3

export type Phase =
  | { is: 'opening' }
  | { is: 'ready'; devices: MediaStream }
  | { is: 'refused'; kind: RefusalKind | null }
  | { is: 'counting'; left: number; source: Source }
  | { is: 'recording' | 'paused'; recorder: RunningRecorder; source: Source }
  | { is: 'preparing' }
  | { is: 'recorded'; recorded: Recorded }

interface Recording {
  phase: Phase
  wanted: Wanted
  want: (change: Partial<Wanted>) => void
  start: () => void
  pause: () => void
  resume: () => void
  stop: () => void
  /** Opens the devices again; a recording that was made before is deleted. */
  again: () => void
}

const firstWanted = (kind: RecordingKind): Wanted => ({
  picture: kind === 'memo' ? null : ('camera' satisfies Picture),
  camera: '',
  microphone: '',
})

/** One recording from the permission to its file; leaving its page closes every device. */
export function useRecording(kind: RecordingKind): Recording {
  const [wanted, setWanted] = useState(() => firstWanted(kind))
  const [attempt, setAttempt] = useState(0)
  const [phase, setPhase, closers] = useOpenDevices(wanted, attempt)
  const start = async () => {
    if (phase.is !== 'ready') return
    try {
      await countAndRecord({ kind, picture: wanted.picture, devices: phase.devices }, { setPhase, closers })
    } catch (error) {
      closeAll(closers)
      setPhase({ is: 'refused', kind: kindOf(error) })
    }
  }
  const running = phase.is === 'recording' || phase.is === 'paused' ? phase : null
  return {
    phase,
    wanted,
    want: (change) => setWanted({ ...wanted, ...change }),
    start: () => void start(),
    pause() {
      running?.recorder.pause()
      if (running) setPhase({ ...running, is: 'paused' })
    },
    resume() {
      running?.recorder.resume()
      if (running) setPhase({ ...running, is: 'recording' })
    },
    stop() {
      running?.recorder.stop()
      if (running) setPhase({ is: 'preparing' })
    },
    again() {
      if (phase.is === 'recorded') void removeKept([phase.recorded.file.name])
      setAttempt(attempt + 1)
    },
  }
}

type Closers = Set<() => void>

/** Asks for the wanted devices, and again for others; `closers` end what is open when that changes. */
function useOpenDevices(wanted: Wanted, attempt: number): [Phase, (phase: Phase) => void, Closers] {
  const [phase, setPhase] = useState<Phase>({ is: 'opening' })
  const [closers] = useState<Closers>(() => new Set())
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt opens the same devices again
  useEffect(() => {
    let isOver = false
    setPhase({ is: 'opening' })
    openDevices(wanted).then(
      (devices) => {
        if (isOver) return stop(devices.getTracks())
        closers.add(() => stop(devices.getTracks()))
        setPhase({ is: 'ready', devices })
      },
      (error) => !isOver && setPhase({ is: 'refused', kind: kindOf(error) }),
    )
    return () => {
      isOver = true
      closeAll(closers)
    }
  }, [wanted, attempt])
  return [phase, setPhase, closers]
}

interface Start {
  kind: RecordingKind
  picture: Picture | null
  devices: MediaStream
}

interface Stage {
  setPhase: (phase: Phase) => void
  closers: Closers
}

/** Rejects with SourceRefused, and where nothing was recorded. */
async function countAndRecord({ kind, picture, devices }: Start, { setPhase, closers }: Stage): Promise<void> {
  const source = await openSource(picture, devices)
  let isOver = false
  closers.add(() => {
    isOver = true
    source.close()
  })
  for (let left = COUNTDOWN_S; left > 0; left--) {
    setPhase({ is: 'counting', left, source })
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    if (isOver) return
  }
  const recorder = await runRecorder(kind, source)
  closers.add(() => recorder.stop())
  setPhase({ is: 'recording', recorder, source })
  const recorded = await recorder.done
  closeAll(closers)
  setPhase({ is: 'recorded', recorded })
}

const kindOf = (error: unknown): RefusalKind | null => (error instanceof SourceRefused ? error.kind : null)

function closeAll(closers: Closers): void {
  for (const close of closers) close()
  closers.clear()
}
