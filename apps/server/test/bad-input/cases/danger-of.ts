const BARE = /^(?:con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³]|conin\$|conout\$|clock\$)\s*(?:\.|$)/i

/** Why a name must never leave this server, or null. */
export function dangerOf(path: string): string | null {
  if (Buffer.byteLength(path) > 1_000) return 'too long'
  if (path !== path.normalize('NFC') || !path.isWellFormed()) return 'not normal'
  if (/[\p{Cc}\p{Zl}\p{Zp}\u061c\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/u.test(path))
    return 'holds what is not seen'
  const names = path.split('/')
  if (names.length > 32) return 'too deep'
  for (const name of names) {
    if (name === '' || name === '.' || name === '..') return 'climbs'
    if (/[\\:*?"<>|]/.test(name)) return 'holds a forbidden sign'
    if (/[.\s]$/.test(name)) return 'ends in a dot or blank'
    if (BARE.test(name)) return 'is a device'
    if (Buffer.byteLength(name) > 255) return 'holds a name that is too long'
  }
  return null
}
