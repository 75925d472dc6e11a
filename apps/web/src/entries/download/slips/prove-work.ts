import { solveChallenge } from '@waybill/contract/downloads/solve-challenge'
import { call } from '../../../shared/api/client.ts'

interface ProveOptions {
  onFound?: (count: number) => void
  signal?: AbortSignal
}

/**
 * Does the work that the server asks of this network, and shows it. Throws what `call` throws, or the signal's reason.
 */
export async function proveWork(challenge: string, options: ProveOptions = {}): Promise<void> {
  const answers = await solveChallenge(challenge, options)
  await call('proveWork', { body: { challenge, answers }, signal: options.signal })
}
