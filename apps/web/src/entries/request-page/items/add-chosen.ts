import { type ReadFiles, readDropped, readPicked } from '@waybill/uploader/files/read-entries'
import { loadSealFiles } from '../../../shared/sealing/load-seal-files.ts'
import { loadUploader } from '../../../shared/upload/load-uploader.ts'
import type { ChosenFile, Desk } from '../desk.tsx'
import { wantedIn } from './judge-chosen.ts'
import { lookAtFile } from './look-at-files.ts'

let lastId = 0

/** Puts what a picker gave to an item. */
export const addPickedToItem = (desk: Desk, item: string, list: Iterable<File>): Promise<void> =>
  add(desk, item, readPicked(list))

/**
 * Puts what was dropped to an item, folders with all they hold; called in the drop event itself. Answers what was left
 * unread.
 */
export async function addDroppedToItem(desk: Desk, item: string, dropped: DataTransfer): Promise<string[]> {
  const read = await readDropped(dropped.items)
  await add(desk, item, read)
  return read.unreadable
}

/** A file that is chosen once more for the same stands once. The engine comes while the supplier goes on choosing. */
async function add(desk: Desk, item: string, { files }: ReadFiles): Promise<void> {
  if (files.length === 0) return
  loadUploader().catch(() => undefined)
  const { request } = desk.read()
  if (request.sealing !== null) loadSealFiles().catch(() => undefined)
  const wanted = wantedIn(request, item)
  const looked = await Promise.all(
    files.map(async (source): Promise<ChosenFile> => {
      const doubt = await lookAtFile(source, wanted)
      return { id: `chosen-${++lastId}`, item, source, doubt }
    }),
  )
  const { chosen } = desk.read()
  const known = new Set(chosen.map(keyOf))
  const fresh = looked.filter((file) => !known.has(keyOf(file)))
  desk.set({ chosen: [...chosen, ...fresh], complaint: null, failure: null })
}

const keyOf = ({ item, source: { path, bytes, modifiedAt } }: ChosenFile): string =>
  JSON.stringify([item, path, bytes, modifiedAt])

export function removeChosen(desk: Desk, id: string): void {
  desk.set({ chosen: desk.read().chosen.filter((file) => file.id !== id), failure: null })
}
