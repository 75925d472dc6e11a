import type { Answer, ByteRange, DownloadPlan, Transport } from './ports.ts'

/** The browser's own requests. A link with a grant is the permission: other origins need and get no cookie. */
export const fetchTransport: Transport = {
  async get(origin, plan, range, signal) {
    // Without 'no-store', the browser's cache would let only one request for an address through at a time.
    const response = await fetch(new URL(plan.url, origin), {
      headers: headersOf(plan, range),
      signal,
      cache: 'no-store',
    })
    if (response.status === 206 && range !== null && isExactly(response, plan, range)) {
      return { kind: 'range', body: piecesOf(response) }
    }
    if (response.status === 200) return { kind: 'whole', etag: response.headers.get('etag'), body: piecesOf(response) }
    return refusalOf(response)
  },
}

/** With `If-Range` a changed file is sent as a whole, and the server knows that a part is continued. */
const headersOf = ({ etag }: DownloadPlan, range: ByteRange | null): Record<string, string> =>
  range === null ? {} : { range: `bytes=${range.from}-${range.to - 1}`, 'if-range': etag }

const isExactly = ({ headers }: Response, { bytes }: DownloadPlan, { from, to }: ByteRange): boolean =>
  headers.get('content-range') === `bytes ${from}-${to - 1}/${bytes}`

async function* piecesOf({ body }: Response): AsyncGenerator<Uint8Array> {
  if (body === null) return
  const reader = body.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield value
    }
  } finally {
    // Ends the connection, unless all of it was read.
    reader.cancel().catch(() => undefined)
  }
}

async function refusalOf(response: Response): Promise<Answer> {
  const told: unknown = await response.json().catch(() => null)
  const isProblem = typeof told === 'object' && told !== null && 'code' in told && typeof told.code === 'string'
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
  const retryAfterMs = Number.isFinite(seconds) ? seconds * 1_000 : null
  return { kind: 'refused', status: response.status, code: isProblem ? String(told.code) : null, retryAfterMs }
}
