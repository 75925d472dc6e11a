/**
 * The messages between parent and child over pipes: a JSON head and bytes, after their two lengths (32 bits,
 * big-endian). Neither trusts the other: a frame that claims more than the reader allows ends the conversation.
 */
export interface Frame {
  head: unknown
  body: Buffer
}

const LENGTHS_BYTES = 8
const MAX_HEAD_BYTES = 4_096

/** The frame as chunks to write. */
export function frameOf(head: unknown, body: Uint8Array): Uint8Array[] {
  const text = Buffer.from(JSON.stringify(head))
  const lengths = Buffer.alloc(LENGTHS_BYTES)
  lengths.writeUInt32BE(text.length, 0)
  lengths.writeUInt32BE(body.length, 4)
  return [lengths, text, body]
}

/** The frames of a stream, in order. Throws at a frame that is too large or malformed. */
export async function* readFrames(stream: AsyncIterable<Buffer>, maxBodyBytes: number): AsyncGenerator<Frame> {
  let chunks: Buffer[] = []
  let held = 0
  let wanted = LENGTHS_BYTES
  for await (const chunk of stream) {
    chunks.push(chunk)
    held += chunk.length
    while (held >= wanted) {
      const bytes = chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)
      chunks = [bytes]
      const headBytes = bytes.readUInt32BE(0)
      const bodyBytes = bytes.readUInt32BE(4)
      if (headBytes > MAX_HEAD_BYTES || bodyBytes > maxBodyBytes) throw new Error('A frame is too large')
      const bodyAt = LENGTHS_BYTES + headBytes
      wanted = bodyAt + bodyBytes
      if (held < wanted) break
      yield { head: JSON.parse(bytes.toString('utf8', LENGTHS_BYTES, bodyAt)), body: bytes.subarray(bodyAt, wanted) }
      chunks = [bytes.subarray(wanted)]
      held -= wanted
      wanted = LENGTHS_BYTES
    }
  }
}
