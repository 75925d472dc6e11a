import { openedName, plainBytesOf } from '@waybill/contract/requests/sealed-form'
import type { OpeningKeys } from '@waybill/sealing/opening-keys'
import { call } from '../api/client.ts'
import { loadSealing } from './load-sealing.ts'
import { readPatiently } from './read-patiently.ts'
import { chooseSaveTarget, type SaveTarget } from './save-target.ts'

/** A sealed file as the inbox lists it. */
export interface SealedFile {
  _id: string
  fileName: string
  /** As stored. */
  bytes: number
  /** The SHA-256 of the content, as its sender claims. */
  claim: string | null
}

interface SaveOptions {
  signal: AbortSignal
  /** Of the plain bytes. */
  onProgress(written: number, total: number): void
}

/**
 * Downloads a sealed file, opens it as it arrives and writes the content to disk; call it in a click. An altered file
 * leaves nothing behind. Rejects with SealingError, TooLargeToSave, AbortError where nothing was picked or it was
 * stopped, the server's Problem, or as the network or the disk does.
 *
 * @returns whether the written content matches its sender's claim; null without a claim
 */
export async function saveOpened(file: SealedFile, keys: OpeningKeys, options: SaveOptions): Promise<boolean | null> {
  const total = plainBytesOf(file.bytes) ?? 0
  const target = await chooseSaveTarget(openedName(file.fileName.slice(file.fileName.lastIndexOf('/') + 1)), total)
  return openInto(target, file, keys, options)
}

/** The same, to an existing target. */
export async function openInto(
  target: SaveTarget,
  file: SealedFile,
  keys: OpeningKeys,
  options: SaveOptions,
): Promise<boolean | null> {
  const total = plainBytesOf(file.bytes) ?? 0
  let sha256: string
  try {
    const [{ openSealed, startSum }, { links }] = await Promise.all([
      loadSealing(),
      call('fetchLibraryFiles', { body: { ids: [file._id] }, signal: options.signal }),
    ])
    const sum = startSum()
    let written = 0
    options.onProgress(0, total)
    for await (const bytes of openSealed(readPatiently(links[0]?.url ?? '', file.bytes, options.signal), keys)) {
      await target.write(bytes)
      sum.update(bytes)
      written += bytes.length
      options.onProgress(written, total)
    }
    sha256 = sum.hex()
  } catch (error) {
    await target.discard().catch(() => undefined)
    throw error
  }
  await target.finish()
  return file.claim === null ? null : file.claim === sha256
}
