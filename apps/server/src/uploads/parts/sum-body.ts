import { finished, type Readable } from 'node:stream'
import { crc32 } from 'node:zlib'
import { Problem } from '@waybill/contract/core/problems'

/**
 * Reads a part's body to its end and discards its bytes. Leaves the body open, so that its sender can be answered.
 *
 * @throws Problem 'part-size-mismatch' | 'part-crc-mismatch'; the reason of `signal`
 */
export function sumBody(
  { body, bytes, crc32: claimed }: { body: Readable; bytes: number; crc32: number },
  signal: AbortSignal,
): Promise<void> {
  let received = 0
  let sum = 0
  return new Promise((resolve, reject) => {
    const settle = (error: unknown) => {
      body.off('data', onData)
      body.on('error', () => {})
      body.pause()
      signal.removeEventListener('abort', onAbort)
      stopWatching()
      if (error === null) resolve()
      else reject(error)
    }
    const mismatch = (cause?: unknown) =>
      cause instanceof Problem ? cause : new Problem('part-size-mismatch', { expected: bytes, received }, { cause })
    const onAbort = () => settle(signal.reason)
    const onData = (chunk: Uint8Array) => {
      received += chunk.length
      sum = crc32(chunk, sum)
      if (received > bytes) settle(mismatch())
    }
    const stopWatching = finished(body, { writable: false }, (error) => {
      if (error || received !== bytes) settle(mismatch(error ?? undefined))
      else settle(sum === claimed ? null : new Problem('part-crc-mismatch', { claimed, received: sum }))
    })
    if (signal.aborted) return onAbort()
    signal.addEventListener('abort', onAbort)
    body.on('data', onData)
  })
}
