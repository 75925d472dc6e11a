import type { ContentsPart } from '@waybill/contract/downloads/endpoints'
import type { Context } from '../../context.ts'
import { presentFiles } from '../../transfers/index.ts'
import { isThroughScan } from '../grant/require-scanned.ts'
import { listDrawn } from './drawn-store.ts'
import { type Contents, foldersAbove } from './kept-contents.ts'

/** The rows in a page as it is sent: a few screens, and a few milliseconds of rendering. */
export const PAGE_FILES = 100
/** The rows in each part that the page requests later. */
export const LIST_FILES = 500

/** A number of files of a transfer, starting at index `from`, with all that is known about their folders. */
export async function partOf(
  { db, config }: Pick<Context, 'db' | 'config'>,
  { files, standing, unscanned, folders }: Contents,
  from: number,
  count: number,
): Promise<ContentsPart> {
  const shown = files.slice(from, from + count)
  const above = new Set(shown.flatMap(({ path }) => [...foldersAbove(path)]))
  const visible = shown.filter((file) => !file.withdrawn_at && (config.scan === null || isThroughScan(file)))
  const end = from + shown.length
  return {
    files: presentFiles(shown),
    drawn: await listDrawn(
      db,
      visible.map(({ id }) => id),
    ),
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
