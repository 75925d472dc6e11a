import { type ReadFiles, readDropped, readPicked } from '@waybill/uploader/files/read-entries'
import { change } from '../../../shared/drafts/change-draft.ts'
import { readQuickSend } from '../../../shared/drafts/quick-send-state.ts'
import { loadUploader } from '../../../shared/upload/load-uploader.ts'
import { loadSending } from '../upload/start-sending.ts'
import { pickFiles } from './pick-files.ts'

/** Adds what a file or folder picker gave; a folder's files carry their path in it. */
export async function addPicked(list: Iterable<File>): Promise<void> {
  await addRead(readPicked(list))
}

/**
 * Adds what was dropped, folders with all they hold; called in the drop event itself. Answers the paths left unread.
 */
export async function addDropped(data: DataTransfer): Promise<string[]> {
  const read = await readDropped(data.items)
  await addRead(read)
  return read.unreadable
}

/** Adds what was read. The engine is fetched while the visitor goes on typing; a failure to shows when it is needed. */
export async function addRead({ files }: ReadFiles): Promise<void> {
  if (files.length === 0) return
  loadUploader().catch(() => undefined)
  loadSending().catch(() => undefined)
  change({ kind: 'add-files', files: await pickFiles(files, readQuickSend().draft.role) })
}
