import type { ContentsPart } from '@waybill/contract/downloads/endpoints'
import { presentFiles } from '../../transfers/index.ts'
import { type Contents, foldersAbove } from './kept-contents.ts'

/** As many rows as a page is sent with: a few screens, and a few milliseconds of rendering. */
export const PAGE_FILES = 100
/** As many as come at once when the page asks for the rest. */
export const LIST_FILES = 500

/** So many files of a transfer from the `from`th on, with all that is known of the folders they lie in. */
export function partOf({ files, standing, folders }: Contents, from: number, count: number): ContentsPart {
  const shown = files.slice(from, from + count)
  const above = new Set(shown.flatMap(({ path }) => [...foldersAbove(path)]))
  const end = from + shown.length
  return {
    files: presentFiles(shown),
    from,
    next: end < files.length ? end : null,
    count: files.length,
    standing,
    folders: [...above].flatMap((path) => {
      const known = folders.get(path)
      return known ? [{ path, ...known }] : []
    }),
  }
}
