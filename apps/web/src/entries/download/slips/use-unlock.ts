import { Problem } from '@waybill/contract/core/problems'
import type { LockedPage } from '@waybill/contract/downloads/page-props'
import { useState } from 'react'
import { call } from '../../../shared/api/client.ts'

export type Ask = LockedPage['ask']

export type UnlockState = { phase: 'idle' } | { phase: 'asking' } | { phase: 'failed'; error: unknown }

interface Unlock {
  /** What the link asks for now. */
  ask: Ask
  state: UnlockState
  /** Shows what was typed; a press while another is answered does nothing. */
  unlock: (typed: string) => void
  startOver: (ask: Ask) => void
}

/** Step by step through what a link asks for; once it is open, the page is loaded anew and shows the transfer. */
export function useUnlock({ slug, user, ask: first, problem }: LockedPage): Unlock {
  const [ask, setAsk] = useState(first)
  const [state, setState] = useState<UnlockState>(() =>
    problem === null ? { phase: 'idle' } : { phase: 'failed', error: new Problem(problem) },
  )

  async function show(typed: string): Promise<void> {
    setState({ phase: 'asking' })
    const link = { slug, ...(user === null ? {} : { user }) }
    try {
      const { isOpen, asks } = await call('unlockTransfer', { body: { ...link, [ask]: typed } })
      if (isOpen) location.replace(location.pathname)
      else {
        setAsk(asks[0] ?? first)
        setState({ phase: 'idle' })
      }
    } catch (error) {
      setState({ phase: 'failed', error })
    }
  }

  const unlock = (typed: string) => {
    if (state.phase !== 'asking') void show(typed)
  }
  const startOver = (from: Ask) => {
    setAsk(from)
    setState({ phase: 'idle' })
  }
  return { ask, state, unlock, startOver }
}
