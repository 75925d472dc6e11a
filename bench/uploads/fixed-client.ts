/**
 * A client with the usual design: a fixed number of requests at a time, parts of one size, in order, from the page's
 * own origin.
 */
export interface FixedClient {
  parallel: number
  partBytes: number
}

/** What it needs from an upload plan. */
export interface SendPlan {
  token: string
  blobs: Array<{ path: string | null; bytes: number }>
}

interface FixedTask {
  plan: SendPlan
  client: FixedClient
  seconds: number
}

/** Runs in the page, so it uses nothing outside of itself. Begins parts for `seconds`; sends a failed one again. */
export async function fixedClient({ plan, client, seconds }: FixedTask): Promise<void> {
  const [blob] = plan.blobs
  if (!blob?.path) throw new Error('No blob was planned')
  const { path, bytes } = blob
  const body = new Uint8Array(client.partBytes)
  for (let at = 0; at < body.length; at += 65_536) crypto.getRandomValues(body.subarray(at, at + 65_536))
  const content = new Blob([body])
  const sum = sumOf(body)
  const until = performance.now() + seconds * 1_000
  let next = 0
  await Promise.all(Array.from({ length: client.parallel }, work))

  async function work(): Promise<void> {
    while (performance.now() < until) {
      const offset = next
      next += client.partBytes
      if (next > bytes) return
      while (performance.now() < until && !(await put(offset))) await new Promise((wake) => setTimeout(wake, 500))
    }
  }

  function put(offset: number): Promise<boolean> {
    return new Promise((resolve) => {
      const request = new XMLHttpRequest()
      request.onloadend = () => resolve(request.status === 200)
      request.open('PUT', path)
      request.setRequestHeader('authorization', `Bearer ${plan.token}`)
      request.setRequestHeader('content-type', 'application/octet-stream')
      request.setRequestHeader('waybill-offset', String(offset))
      request.setRequestHeader('waybill-crc32', String(sum))
      request.send(content)
    })
  }

  function sumOf(data: Uint8Array): number {
    const table = Array.from({ length: 256 }, (_none, index) => {
      let value = index
      for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
      return value
    })
    let crc = 0xffffffff
    for (const byte of data) crc = (crc >>> 8) ^ (table[(crc ^ byte) & 255] as number)
    return (crc ^ 0xffffffff) >>> 0
  }
}
