import { problems } from '@waybill/contract/core/problem-statuses'
import { Problem, type ProblemBody } from '@waybill/contract/core/problems'
import { backoffMs, RETRIES } from '../api/retry.ts'

/**
 * The bytes of a plain link, over broken connections: continues where it stopped, up to six times in a row without a
 * byte. Throws the server's `Problem`, the network's error, or the signal's reason.
 */
export async function* readPatiently(
  url: string,
  bytes: number,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let at = 0
  for (let tries = 0; at < bytes; tries++) {
    try {
      for await (const chunk of chunksOf(await ask(url, at, signal))) {
        at += chunk.length
        tries = 0
        yield chunk
      }
    } catch (error) {
      signal.throwIfAborted()
      if (error instanceof Problem && problems[error.code] < 500) throw error
      if (tries >= RETRIES) throw error
    }
    if (at < bytes) await pause(backoffMs(tries, Math.random()), signal)
  }
}

async function ask(url: string, from: number, signal: AbortSignal): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  const headers: Record<string, string> = from === 0 ? {} : { range: `bytes=${from}-` }
  const answer = await fetch(url, { headers, signal, cache: 'no-store' })
  if (!answer.ok) throw await refusalOf(answer)
  if (answer.body === null || (from > 0 && answer.status !== 206))
    throw new TypeError('The answer is not what was asked')
  return answer.body
}

async function refusalOf(answer: Response): Promise<Error> {
  const body: Partial<ProblemBody> = await answer.json().catch(() => ({}))
  const isOurs = body.code !== undefined && Object.hasOwn(problems, body.code)
  return isOurs ? new Problem(body.code as ProblemBody['code'], body.facts) : new TypeError(`answered ${answer.status}`)
}

/** Not every browser can iterate a stream. */
async function* chunksOf(stream: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const reader = stream.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield value
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal.addEventListener('abort', stop, { once: true })
  })
}
