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
    const url = `${origin}/-/probe`
    const startedAt = performance.now()
    try {
      // With the page's cookies only at its own origin: there parts have them too, and share their connections.
      const options = { cache: 'no-store', credentials: 'same-origin', signal: AbortSignal.timeout(timeoutMs) } as const
      const answer = await fetch(url, options)
      if (answer.status !== 204) return null
      // Half of it where the browser does not tell more: the probe may also have opened the connection.
      return requestMs(new URL(url, location.href).href) ?? (performance.now() - startedAt) / 2
    } catch {
      return null
    }
  },
}

/** From the request to its answer, without the time to connect. Null at other origins, which do not allow to look. */
function requestMs(url: string): number | null {
  const entry = performance.getEntriesByName(url).at(-1) as PerformanceResourceTiming | undefined
  return entry && entry.requestStart > 0 ? entry.responseStart - entry.requestStart : null
}
