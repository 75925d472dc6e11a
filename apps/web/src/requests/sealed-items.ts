import { dedupePaths } from '@waybill/contract/dedupe-paths'
import type { InboxBatch } from '@waybill/contract/inbox'
import { cleanName, cleanPath } from '@waybill/contract/names'
import { openedName } from '@waybill/contract/sealed-form'
import type { SealedFile } from '../sealing/open-sealed.ts'
import { isThere } from './who-of.ts'

/** A sealed file, and where what is inside lands: a folder for each supplier. */
export interface SealedItem {
  file: SealedFile
  path: string
  plainBytes: number
}

type BatchFile = InboxBatch['files'][number]

/** A file of a batch as it is opened; null where it came as it is. */
export function asSealed({ _id, fileName, bytes, sealed }: BatchFile): SealedFile | null {
  return sealed && { _id, fileName, bytes, claim: sealed.sha256 }
}

/** What of batches, listed the newest first, can be opened, in the order in which it came. Two of one name have two folders. */
export function sealedItems(
  batches: readonly InboxBatch[],
  isWanted: (file: BatchFile) => boolean = () => true,
): SealedItem[] {
  const people = new Map(batches.map(({ person }) => [person._id, cleanName(folderOf(person))]))
  const folders = dedupePaths([...people.values()])
  const folderBy = new Map([...people.keys()].map((id, nth) => [id, folders[nth]]))
  const items = [...batches].reverse().flatMap(({ person, files }) =>
    files.flatMap((file) => {
      const sealed = asSealed(file)
      if (!sealed || !isThere(file) || !isWanted(file)) return []
      const path = cleanPath(`${folderBy.get(person._id)}/${openedName(file.fileName)}`).path
      return [{ file: sealed, path, plainBytes: file.sealed?.bytes ?? 0 }]
    }),
  )
  const paths = dedupePaths(items.map(({ path }) => path))
  return items.map((item, nth) => ({ ...item, path: paths[nth] ?? item.path }))
}

const folderOf = ({ company, name, email }: InboxBatch['person']): string =>
  company || name || email?.split('@')[0] || 'supplier'
