import { Problem } from '@waybill/contract/core/problems'
import type { LockedPage } from '@waybill/contract/downloads/page-props'
import { useState } from 'react'
import { call } from '../../../shared/api/client.ts'

export type LinkChallenge = LockedPage['challenge']

export type UnlockState = { phase: 'idle' } | { phase: 'asking' } | { phase: 'failed'; error: unknown }

interface Unlock {
  /** What the link requires now. */
  challenge: LinkChallenge
  state: UnlockState
  /** Sends what was typed; a click while another is being answered does nothing. */
  unlock: (typed: string) => void
  startOver: (challenge: LinkChallenge) => void
}

/** Goes step by step through what a link requires; once it is open, the page reloads and shows the transfer. */
export function useUnlock({ slug, user, challenge: first, problem }: LockedPage): Unlock {
  const [challenge, setChallenge] = useState(first)
  const [state, setState] = useState<UnlockState>(() =>
    problem === null ? { phase: 'idle' } : { phase: 'failed', error: new Problem(problem) },
  )

  async function show(typed: string): Promise<void> {
    setState({ phase: 'asking' })
    const link = { slug, ...(user === null ? {} : { user }) }
    try {
      const { isOpen, challenges } = await call('unlockTransfer', { body: { ...link, [challenge]: typed } })
      if (isOpen) location.replace(location.pathname)
      else {
        setChallenge(challenges[0] ?? first)
        setState({ phase: 'idle' })
      }
    } catch (error) {
      setState({ phase: 'failed', error })
    }
  }

  const unlock = (typed: string) => {
    if (state.phase !== 'asking') void show(typed)
  }
  const startOver = (from: LinkChallenge) => {
    setChallenge(from)
    setState({ phase: 'idle' })
  }
  return { challenge, state, unlock, startOver }
}
