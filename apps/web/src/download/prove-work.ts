import { Problem } from '@waybill/contract/problems'
import { call } from '../api/client.ts'
import { solveChallenge } from './solve-challenge.ts'

interface ProveOptions {
  onFound?: (count: number) => void
  signal?: AbortSignal
}

/** Does the work that the server asks of this network, and shows it. Throws what `call` throws, or the signal's reason. */
export async function proveWork(challenge: string, options: ProveOptions = {}): Promise<void> {
  const answers = await solveChallenge(challenge, options)
  await call('proveWork', { body: { challenge, answers }, signal: options.signal })
}

/** Asks, and where the network must show work first, does it and asks once more. */
export async function askProven<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'proof-required') throw error
    await proveWork(String(error.facts.challenge))
    return ask()
  }
}
