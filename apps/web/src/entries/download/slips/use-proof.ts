import { useEffect, useState } from 'react'
import { call } from '../../../shared/api/client.ts'
import { patiently } from '../../../shared/loading/line.ts'

/** 'unkept': the work was done and its pass is missing: the browser stores no cookies. */
export type ProofState =
  | { phase: 'working'; found: number }
  | { phase: 'proven' }
  | { phase: 'unkept' }
  | { phase: 'failed'; error: unknown }

/** A page that asks again so soon would ask for ever. */
const JUST_NOW_MS = 60_000

/** Does the work as soon as the page is drawn, and then loads what the link opens. */
export function useProof(challenge: string): ProofState {
  const [state, setState] = useState<ProofState>({ phase: 'working', found: 0 })
  useEffect(() => {
    if (wasJustProven()) {
      setState({ phase: 'unkept' })
      return
    }
    const stop = new AbortController()
    const onFound = (found: number) => setState({ phase: 'working', found })
    proveWork(challenge, { onFound, signal: stop.signal }).then(
      () => {
        setState({ phase: 'proven' })
        history.replaceState({ provenAt: Date.now() }, '')
        location.reload()
      },
      (error) => {
        if (!stop.signal.aborted) setState({ phase: 'failed', error })
      },
    )
    return () => stop.abort()
  }, [challenge])
  return state
}

/** Stored in the history entry: it survives a reload, and needs no storage. */
function wasJustProven(): boolean {
  const { provenAt } = (history.state ?? {}) as { provenAt?: number }
  return provenAt !== undefined && Date.now() - provenAt < JUST_NOW_MS
}

interface ProveOptions {
  onFound?: (count: number) => void
  signal?: AbortSignal
}

const loadWork = () => import('@waybill/contract/downloads/solve-challenge')

/**
 * Does the work that the server asks of this network, and shows it. Throws what `call` throws, or the signal's reason.
 */
async function proveWork(challenge: string, options: ProveOptions = {}): Promise<void> {
  const { solveChallenge } = await patiently(loadWork, options.signal)
  options.signal?.throwIfAborted()
  const answers = await solveChallenge(challenge, options)
  await call('proveWork', { body: { challenge, answers }, signal: options.signal })
}
