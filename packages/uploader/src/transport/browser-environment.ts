import { browserChecksums } from '../sums/browser-checksums.ts'
import type { Environment } from './environment.ts'
import { xhrTransport } from './xhr-transport.ts'

/** The environment of an upload in a browser. */
export function browserEnvironment(): Environment {
  const checksums = browserChecksums()
  return {
    clock: {
      now: () => performance.now(),
      after(ms, run) {
        const timer = setTimeout(run, ms)
        return () => clearTimeout(timer)
      },
    },
    transport: xhrTransport,
    checksums,
    network: { isOnline: () => navigator.onLine, watch: watchNetwork },
    keepAwake,
    random: Math.random,
    close: () => checksums.close(),
  }
}

/** Also when the page becomes visible again: a phone suspends hidden pages, and their requests with them. */
function watchNetwork(changed: () => void): () => void {
  const shown = () => {
    if (document.visibilityState === 'visible') changed()
  }
  addEventListener('online', changed)
  addEventListener('offline', changed)
  document.addEventListener('visibilitychange', shown)
  return () => {
    removeEventListener('online', changed)
    removeEventListener('offline', changed)
    document.removeEventListener('visibilitychange', shown)
  }
}

/** A wake lock ends whenever the page is hidden, so the page takes it again when it is visible. */
function keepAwake(): () => void {
  if (!('wakeLock' in navigator)) return () => {}
  let lock: WakeLockSentinel | null = null
  let isOver = false
  const take = async () => {
    if (document.visibilityState !== 'visible') return
    lock = await navigator.wakeLock.request('screen').catch(() => null)
    if (isOver) await lock?.release()
  }
  const retake = () => void take()
  document.addEventListener('visibilitychange', retake)
  retake()
  return () => {
    isOver = true
    document.removeEventListener('visibilitychange', retake)
    void lock?.release()
  }
}
