import { inFolders } from '../core/in-folders.ts'

/** The sender of files, as far as known: '' and null where they did not say. */
export interface Supplier {
  name: string
  company: string
  address: string | null
}

/** The label of a supplier's files: the company, else the name, else the address. */
export const supplierLabel = ({ name, company, address }: Supplier): string =>
  company || name || address?.split('@')[0] || 'supplier'

/**
 * The paths of files from several suppliers, in the order given: a folder for each. Two suppliers with one label get
 * two folders, two files with one path get two names. `path`: as its supplier sent it.
 */
export function inSupplierFolders(
  files: ReadonlyArray<{ supplierId: string; supplier: Supplier; path: string }>,
): string[] {
  return inFolders(
    files.map(({ supplierId, supplier, path }) => ({ key: supplierId, label: supplierLabel(supplier), path })),
  )
}
