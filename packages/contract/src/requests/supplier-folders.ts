import { dedupePaths } from '../core/dedupe-paths.ts'
import { cleanName, cleanPath } from '../core/names.ts'

/** Who sent files, as far as it is known: '' and null where they did not say. */
export interface Supplier {
  name: string
  company: string
  address: string | null
}

/** What files of a supplier are called by: their company, their name, their address, in this order. */
export const supplierLabel = ({ name, company, address }: Supplier): string =>
  company || name || address?.split('@')[0] || 'supplier'

/**
 * Where files land that several suppliers sent, in the order given: in a folder for each. Two suppliers of one label
 * have two folders, two files of one path two names. `path`: as its supplier sent it.
 */
export function inSupplierFolders(
  files: ReadonlyArray<{ supplierId: string; supplier: Supplier; path: string }>,
): string[] {
  const labels = new Map(files.map(({ supplierId, supplier }) => [supplierId, cleanName(supplierLabel(supplier))]))
  const folders = dedupePaths([...labels.values()])
  const folderOf = new Map([...labels.keys()].map((id, nth) => [id, folders[nth] as string]))
  return dedupePaths(files.map(({ supplierId, path }) => cleanPath(`${folderOf.get(supplierId)}/${path}`).path))
}
