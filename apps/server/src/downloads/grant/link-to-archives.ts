import { cleanName } from '@waybill/contract/core/names'
import { Problem } from '@waybill/contract/core/problems'
import type { Context } from '../../context.ts'
import { hashToken, newToken } from '../../platform/ids.ts'
import { loadReadable } from '../../uploads/index.ts'
import { layOutZip, type ZipSource } from '../zip/zip-layout.ts'
import { type GrantedAnswers, insertLibraryGrant } from './library-grant-store.ts'

/** Entries of one archive, besides what is written for it. */
const MOST_FILES = 1_500

export interface ArchiveLink {
  url: string
  name: string
  bytes: number
  /** Entries. */
  files: number
}

/** Who asks, and whether others of the team have some of the files. */
interface Asking {
  accountId: string
  apiKeyId: string | undefined
  isOfOthers: boolean
}

interface Archived {
  /** The name of an archive, without its ending; where there are several, each has its number. */
  name: string
  /** The files and their paths in the archives; the caller has checked that the account may read them. */
  files: ReadonlyArray<{ id: string; path: string }>
  /** What is written when the first archive is downloaded, as `answers` tells it again then. */
  made?: { sources: readonly ZipSource[]; answers: GrantedAnswers }
}

/**
 * Plain links, valid for a day, to planned archives of any number of files: 1,500 in each. None where there is nothing
 * for them.
 *
 * @throws Problem 'file-not-found' where a file is deleted meanwhile
 */
export async function linkToArchives(
  { db }: Pick<Context, 'db'>,
  by: Asking,
  { name: title, files, made }: Archived,
): Promise<ArchiveLink[]> {
  const links: ArchiveLink[] = []
  const count = Math.max(Math.ceil(files.length / MOST_FILES), made ? 1 : 0)
  for (let nth = 0; nth < count; nth += 1) {
    const some = files.slice(nth * MOST_FILES, (nth + 1) * MOST_FILES)
    const written = nth === 0 ? made : undefined
    const fileIds = some.map(({ id }) => id)
    const paths = some.map(({ path }) => path)
    const read = await loadReadable(db, fileIds)
    if (read.length < fileIds.length) throw new Problem('file-not-found')
    const token = newToken()
    await insertLibraryGrant(db, {
      ...by,
      tokenHash: hashToken(token),
      fileIds,
      paths,
      answers: written?.answers ?? null,
    })
    const name = cleanName(`${title}${count > 1 ? ` ${nth + 1}` : ''}.zip`)
    const sources = [...read.map((file, at) => ({ ...file, path: paths[at] as string })), ...(written?.sources ?? [])]
    const { bytes } = layOutZip(sources)
    links.push({ url: `/library/${token}/${encodeURIComponent(name)}`, name, bytes, files: sources.length })
  }
  return links
}
