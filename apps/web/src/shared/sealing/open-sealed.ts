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
  /** As it is stored. */
  bytes: number
  /** The SHA-256 that its sender claims of what is inside. */
  claim: string | null
}

interface SaveOptions {
  signal: AbortSignal
  /** Of the plain bytes. */
  onProgress(written: number, total: number): void
}

/**
 * Fetches a sealed file, opens it as it comes and writes what is inside to disk; to be called in a click. What turns
 * out not to be as it was sealed leaves nothing behind. Rejects with SealingError, TooLargeToSave, AbortError where
 * nothing was picked or it was stopped, the server's Problem, or as the line or the disk does.
 *
 * @returns whether what was written is what its sender claims to have sent; null where they claim nothing
 */
export async function saveOpened(file: SealedFile, keys: OpeningKeys, options: SaveOptions): Promise<boolean | null> {
  const total = plainBytesOf(file.bytes) ?? 0
  const target = await chooseSaveTarget(openedName(file.fileName.slice(file.fileName.lastIndexOf('/') + 1)), total)
  return openInto(target, file, keys, options)
}

/** The same, to a target that is there already. */
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
