/** Identifies a file that is picked again; it costs reading three samples of 64 KiB. */

import type { ManifestFile } from '@waybill/contract/uploads/endpoints'
import { fingerprint } from '@waybill/contract/uploads/fingerprint'
import type { SourceFile } from '../upload.ts'

const SAMPLE_BYTES = 65_536
const FILES_AT_ONCE = 4

/**
 * The manifest of the files, in their order. `onProgress` gets how many are read. Rejects with NotReadableError or
 * NotFoundError where a file cannot be read.
 */
export async function fingerprintFiles(
  files: readonly SourceFile[],
  onProgress?: (done: number, total: number) => void,
): Promise<ManifestFile[]> {
  const manifest: ManifestFile[] = new Array(files.length)
  const queue = files.entries()
  let done = 0
  const work = async () => {
    for (const [index, file] of queue) {
      manifest[index] = await manifestFileOf(file)
      onProgress?.(++done, files.length)
    }
  }
  await Promise.all(Array.from({ length: FILES_AT_ONCE }, work))
  return manifest
}

/** A fingerprint without its path: the same file picked from another folder. */
export function withoutPath(fingerprint: string): string {
  return fingerprint.split('.', 3).join('.')
}

async function manifestFileOf(file: SourceFile): Promise<ManifestFile> {
  const { path, bytes } = file
  const modifiedAt = Math.trunc(file.modifiedAt)
  const sampleHash = await sha256(await samplesOf(file))
  return { path, bytes, modifiedAt, fingerprint: fingerprint({ path, bytes, modifiedAt }, sampleHash) }
}

/** The first, middle and last 64 KiB; all of a file no larger than the three together. */
async function samplesOf(file: SourceFile): Promise<Uint8Array<ArrayBuffer>> {
  if (file.bytes <= 3 * SAMPLE_BYTES) return read(file.slice(0, file.bytes))
  const starts = [0, Math.floor((file.bytes - SAMPLE_BYTES) / 2), file.bytes - SAMPLE_BYTES]
  return read(new Blob(starts.map((start) => file.slice(start, start + SAMPLE_BYTES))))
}

async function read(blob: Blob): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await blob.arrayBuffer())
}

/** Hex. The browser's own hashing exists in secure contexts only; a plain-http page on a local network loads ours. */
async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = globalThis.crypto?.subtle
    ? new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
    : (await import('../sums/in-page.ts')).sha256(bytes)
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
