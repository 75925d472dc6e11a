/** What a file picker shows for the types of an item. */

/** Phones offer their camera for a kind of picture, and not for its extension alone. */
const MIME: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
  heic: 'image/heic',
  heif: 'image/heif',
  tif: 'image/tiff',
  tiff: 'image/tiff',
  mp4: 'video/mp4',
  mov: 'video/quicktime',
  pdf: 'application/pdf',
}

/** Extensions that mean one type, as items accept them. */
const SAME: Readonly<Record<string, readonly string[]>> = {
  jpg: ['jpeg', 'jfif'],
  jpeg: ['jpg', 'jfif'],
  tif: ['tiff'],
  tiff: ['tif'],
  htm: ['html'],
  html: ['htm'],
  mpg: ['mpeg'],
  mpeg: ['mpg'],
}

/** The `accept` of a file input; undefined where every type is accepted. */
export function acceptOf(types: readonly string[]): string | undefined {
  if (types.length === 0) return undefined
  const endings = types.flatMap((type) => [type, ...(SAME[type] ?? [])])
  const kinds = endings.flatMap((ending) => MIME[ending] ?? [])
  return [...new Set([...endings.map((ending) => `.${ending}`), ...kinds])].join(',')
}

/** Whether the item accepts a phone camera's files. */
export const takesPhotos = (types: readonly string[]): boolean =>
  types.length === 0 || types.some((type) => type === 'jpg' || type === 'jpeg' || type === 'heic')
