import { type ReadFiles, readDropped, readPicked } from '@waybill/uploader/files/read-entries'
import { change } from '../../../shared/drafts/change-draft.ts'
import { readQuickSend } from '../../../shared/drafts/quick-send-state.ts'
import { loadUploader } from '../../../shared/upload/load-uploader.ts'
import { loadSending } from '../upload/start-sending.ts'
import { pickFiles } from './pick-files.ts'

/** Adds the files of a file or folder picker; a folder's files have their path. */
export async function addPicked(list: Iterable<File>): Promise<void> {
  await addRead(readPicked(list))
}

/**
 * Adds dropped files, including folders and all they contain; call it in the drop event itself. Returns the unreadable
 * paths.
 */
export async function addDropped(data: DataTransfer): Promise<string[]> {
  const read = await readDropped(data.items)
  await addRead(read)
  return read.unreadable
}

/** Adds read files. The engine loads while the visitor types; a failure shows when it is needed. */
export async function addRead({ files }: ReadFiles): Promise<void> {
  if (files.length === 0) return
  loadUploader().catch(() => undefined)
  loadSending().catch(() => undefined)
  change({ kind: 'add-files', files: await pickFiles(files, readQuickSend().draft.role) })
}
