import type { ContentsPart } from '@waybill/contract/downloads/endpoints'
import { presentFiles } from '../../transfers/index.ts'
import { type Contents, foldersAbove } from './kept-contents.ts'

/** The rows in a page as it is sent: a few screens, and a few milliseconds of rendering. */
export const PAGE_FILES = 100
/** The rows in each part that the page requests later. */
export const LIST_FILES = 500

/** A number of files of a transfer, starting at index `from`, with all that is known about their folders. */
export function partOf({ files, standing, unscanned, folders }: Contents, from: number, count: number): ContentsPart {
  const shown = files.slice(from, from + count)
  const above = new Set(shown.flatMap(({ path }) => [...foldersAbove(path)]))
  const end = from + shown.length
  return {
    files: presentFiles(shown),
    from,
    next: end < files.length ? end : null,
    count: files.length,
    standing,
    unscanned,
    folders: [...above].flatMap((path) => {
      const known = folders.get(path)
      return known ? [{ path, ...known }] : []
    }),
  }
}
