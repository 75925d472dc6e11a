import { openedName } from '@waybill/contract/requests/sealed-form'
import type { Submission } from '@waybill/contract/requests/submission-endpoints'
import { inSupplierFolders } from '@waybill/contract/requests/supplier-folders'
import type { SealedFile } from '../../../shared/sealing/open-sealed.ts'
import { isThere } from '../record/suppliers/who-of.ts'

/** A sealed file, and the path of its content: with a folder for each supplier. */
export interface SealedItem {
  file: SealedFile
  path: string
  plainBytes: number
}

type SubmissionFile = Submission['files'][number]

/** A file of a submission for opening; null where it is not sealed. */
export function asSealed({ _id, fileName, bytes, sealed }: SubmissionFile): SealedFile | null {
  return sealed && { _id, fileName, bytes, claim: sealed.sha256 }
}

/** The files of submissions, listed newest first, that can be opened, in order of arrival. */
export function sealedItems(
  submissions: readonly Submission[],
  isWanted: (file: SubmissionFile) => boolean = () => true,
): SealedItem[] {
  const items = [...submissions].reverse().flatMap(({ supplier, files }) =>
    files.flatMap((file) => {
      const sealed = asSealed(file)
      if (!sealed || !isThere(file) || !isWanted(file)) return []
      return [{ file: sealed, supplier, plainBytes: file.sealed?.bytes ?? 0 }]
    }),
  )
  const paths = inSupplierFolders(
    items.map(({ file, supplier }) => ({
      supplierId: supplier._id,
      supplier: { ...supplier, address: supplier.email },
      path: openedName(file.fileName),
    })),
  )
  return items.map(({ file, plainBytes }, nth) => ({ file, path: paths[nth] as string, plainBytes }))
}
