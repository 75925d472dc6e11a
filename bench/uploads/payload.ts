import { hash, randomFillSync } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export const MIB = 2 ** 20
export const GIB = 2 ** 30

/** The smallest file that a bench sends. */
export const SMALL_BYTES = 10 * 1_024

/** Random bytes in memory and in a file (which the page cache holds) for a client to send. */
export interface Payload extends AsyncDisposable {
  file: string
  content: Buffer
}

export async function makePayload(bytes: number): Promise<Payload> {
  const dir = await mkdtemp(join(tmpdir(), 'waybill-bench-'))
  const content = Buffer.allocUnsafeSlow(bytes)
  for (let at = 0; at < bytes; at += 256 * MIB) randomFillSync(content, at, Math.min(256 * MIB, bytes - at))
  // By chance a small file starts with the two bytes of a Windows program, which is refused under another name.
  for (let at = 0; at < bytes; at += SMALL_BYTES) content[at] = 0
  const file = join(dir, 'payload')
  await writeFile(file, content)
  return { file, content, [Symbol.asyncDispose]: () => rm(dir, { recursive: true, force: true }) }
}

export const sha256Of = (content: Uint8Array) => hash('sha256', content)
