import { type ReadFiles, readDropped, readPicked } from '@waybill/uploader/files/read-entries'
import { loadSealFiles } from '../../../shared/sealing/load-seal-files.ts'
import { loadUploader } from '../../../shared/upload/load-uploader.ts'
import type { ChosenFile, SubmissionSession } from '../submission-session.tsx'
import { wantedIn } from './judge-chosen.ts'
import { lookAtFile } from './look-at-files.ts'

let lastId = 0

/** Adds a picker's files to an item. */
export const addPickedToItem = (session: SubmissionSession, item: string, list: Iterable<File>): Promise<void> =>
  add(session, item, readPicked(list))

/**
 * Adds dropped files to an item, including folders and all they contain; call it in the drop event itself. Returns what
 * could not be read.
 */
export async function addDroppedToItem(
  session: SubmissionSession,
  item: string,
  dropped: DataTransfer,
): Promise<string[]> {
  const read = await readDropped(dropped.items)
  await add(session, item, read)
  return read.unreadable
}

/** A file chosen twice for the same item appears once. The engine loads while the supplier continues choosing. */
async function add(session: SubmissionSession, item: string, { files }: ReadFiles): Promise<void> {
  if (files.length === 0) return
  loadUploader().catch(() => undefined)
  const { request } = session.read()
  if (request.sealing !== null) loadSealFiles().catch(() => undefined)
  const wanted = wantedIn(request, item)
  const looked = await Promise.all(
    files.map(async (source): Promise<ChosenFile> => {
      const doubt = await lookAtFile(source, wanted)
      return { id: `chosen-${++lastId}`, item, source, doubt }
    }),
  )
  const { chosen } = session.read()
  const known = new Set(chosen.map(keyOf))
  const fresh = looked.filter((file) => !known.has(keyOf(file)))
  session.set({ chosen: [...chosen, ...fresh], complaint: null, failure: null })
}

const keyOf = ({ item, source: { path, bytes, modifiedAt } }: ChosenFile): string =>
  JSON.stringify([item, path, bytes, modifiedAt])

export function removeChosen(session: SubmissionSession, id: string): void {
  session.set({ chosen: session.read().chosen.filter((file) => file.id !== id), failure: null })
}
