import type { PartAnswer, PartRequest, Sending, Transport } from './environment.ts'

/** The browser sets these itself and refuses to be told. */
const browsersOwn = new Set(['content-length', 'host'])

/** XMLHttpRequest, for it alone tells how much of a body has left. */
export const xhrTransport: Transport = {
  send(request: PartRequest): Sending {
    const xhr = new XMLHttpRequest()
    const answer = new Promise<PartAnswer>((resolve, reject) => {
      xhr.onload = () =>
        resolve({ status: xhr.status, text: xhr.responseText, retryAfter: headerOf(xhr, 'retry-after') })
      xhr.onerror = () => reject(new TypeError('network'))
      xhr.onabort = () => reject(new DOMException('aborted', 'AbortError'))
    })
    xhr.upload.onprogress = (event) => request.onProgress(event.loaded)
    xhr.open('PUT', request.url)
    for (const [name, value] of Object.entries(request.headers)) {
      if (!browsersOwn.has(name.toLowerCase())) xhr.setRequestHeader(name, value)
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

/** Across origins a header that is not exposed reads as null, and some browsers complain on the console when asked. */
function headerOf(xhr: XMLHttpRequest, name: string): string | null {
  return xhr.getAllResponseHeaders().toLowerCase().includes(`${name}:`) ? xhr.getResponseHeader(name) : null
}
