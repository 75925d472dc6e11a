import type { PartAnswer, PartRequest, Sending, Transport } from './environment.ts'

/** The browser sets these itself and does not let scripts set them. */
const BROWSERS_OWN = /^(content-length|host)$/i

/** XMLHttpRequest, since only it reports how much of a body has left. */
export const xhrTransport: Transport = {
  send(request: PartRequest): Sending {
    const xhr = new XMLHttpRequest()
    const answer = new Promise<PartAnswer>((resolve, reject) => {
      xhr.onload = () => {
        // Read for refusals only: a store that does not expose it makes the browser log a warning.
        const retryAfter = xhr.status < 429 ? null : xhr.getResponseHeader('retry-after')
        resolve({ status: xhr.status, text: xhr.responseText, retryAfter })
      }
      const fail = () => reject(new TypeError('no answer'))
      xhr.onerror = fail
      xhr.onabort = fail
    })
    xhr.upload.onprogress = (event) => request.onProgress(event.loaded)
    xhr.open('PUT', request.url)
    for (const [name, value] of Object.entries(request.headers)) {
      if (!BROWSERS_OWN.test(name)) xhr.setRequestHeader(name, value)
    }
    xhr.send(request.body)
    return { answer, abort: () => xhr.abort() }
  },

  async probe(origin: string, timeoutMs: number): Promise<number | null> {
    const startedAt = performance.now()
    try {
      const options = { cache: 'no-store', credentials: 'omit', signal: AbortSignal.timeout(timeoutMs) } as const
      const answer = await fetch(`${origin}/-/probe`, options)
      return answer.status === 204 ? performance.now() - startedAt : null
    } catch {
      return null
    }
  },
}
