import { DownloadError } from './engine/download-error.ts'

interface Picker {
  showSaveFilePicker?(options: { suggestedName: string }): Promise<FileSystemFileHandle>
}

type AskableHandle = FileSystemFileHandle & {
  requestPermission?(options: { mode: 'readwrite' }): Promise<PermissionState>
}

/** The person closed the browser's dialog. */
export class PickCancelled extends Error {
  override readonly name = 'PickCancelled'
}

/**
 * Where to save, which the browser asks in a click; null: among its downloads, where it has no such question or the click
 * was too long ago. @throws PickCancelled
 */
export async function pickTarget(suggestedName: string): Promise<FileSystemFileHandle | null> {
  const { showSaveFilePicker } = globalThis as Picker
  if (showSaveFilePicker === undefined) return null
  try {
    return await showSaveFilePicker.call(globalThis, { suggestedName })
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw new PickCancelled()
    return null
  }
}

/** After a reload the browser asks once more; null where the person says no: it is saved among the downloads then. */
export async function askAgain(target: FileSystemFileHandle | null): Promise<FileSystemFileHandle | null> {
  const state = await (target as AskableHandle | null)?.requestPermission?.({ mode: 'readwrite' }).catch(() => 'denied')
  return state === undefined || state === 'granted' ? target : null
}

/** The browser's own file system needs room for some of the system's own beside the file. */
const SPARE_BYTES = 16_000_000

/** @throws DownloadError 'disk-full' where the browser says that the file does not fit */
export async function requireRoom(bytes: number): Promise<void> {
  // Safari before 17 has no such estimate.
  const told = await navigator.storage.estimate?.().catch(() => null)
  if (told?.quota !== undefined && told.quota - (told.usage ?? 0) < bytes + SPARE_BYTES)
    throw new DownloadError('disk-full')
}
