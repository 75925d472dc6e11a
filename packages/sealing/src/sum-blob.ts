import { startSum } from './start-sum.ts'

const READ_BYTES = 4 * 1024 * 1024

/** Reads once, a few MiB at a time: WebCrypto's own digest needs all of it in memory. */
export async function sumBlob(file: Blob): Promise<string> {
  const sum = startSum()
  for (let at = 0; at < file.size; at += READ_BYTES)
    sum.update(new Uint8Array(await file.slice(at, at + READ_BYTES).arrayBuffer()))
  return sum.hex()
}
