/**
 * Paths of a grant's contents. The last segment is for people and for programs that name files after it; nothing reads
 * it.
 */

export const fileLink = (grant: string, file: { id: string; path: string }): string =>
  `/get/${grant}/file/${file.id}/${segment(shownFileName(file.path))}`

export const zipLink = (grant: string, selection: string, name: string): string =>
  `/get/${grant}/zip/${selection}/${segment(name)}`

export const shownFileName = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

/** A folder that contains everything names the archive. */
export function zipName(paths: readonly string[], slug: string): string {
  const folder = /^([^/]+)\//.exec(paths[0] ?? '')?.[1]
  const isShared = folder !== undefined && paths.every((path) => path.startsWith(`${folder}/`))
  return `${isShared ? folder : `waybill-${slug}`}.zip`
}

const segment = (name: string) => encodeURIComponent(name.toWellFormed())
