import { isProofHash, PROOF_ANSWERS, proofBits, proofText } from './proof-of-work.ts'
import { sha256Head } from './sha-256-head.ts'

/** The page reacts to input in between. */
const SLICE_MS = 12
const HASHES_PER_LOOK = 64

interface SolveOptions {
  /** Called for each number found, with the count so far. */
  onFound?: ((count: number) => void) | undefined
  signal?: AbortSignal | undefined
}

/** The first numbers that solve the challenge, in short slices. Throws the signal's reason. */
export async function solveChallenge(challenge: string, { onFound, signal }: SolveOptions = {}): Promise<number[]> {
  const answers: number[] = []
  const bits = proofBits(challenge)
  let sliceEndsAt = performance.now() + SLICE_MS
  for (let number = 0; answers.length < PROOF_ANSWERS; number++) {
    if (isProofHash(sha256Head(proofText(challenge, number)), bits)) {
      answers.push(number)
      onFound?.(answers.length)
    }
    if (number % HASHES_PER_LOOK > 0 || performance.now() < sliceEndsAt) continue
    await letPageWork()
    signal?.throwIfAborted()
    sliceEndsAt = performance.now() + SLICE_MS
  }
  return answers
}

/** Not a timer: the timers of a background page tick once a second. */
function letPageWork(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(null)
  })
}
