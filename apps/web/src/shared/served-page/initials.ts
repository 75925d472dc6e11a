/** One or two letters for the circle beside a name or an address: 'Ada Lovelace' → 'AL', 'ada.lovelace@…' → 'AL'. */
export function initialsOf(name: string): string {
  const local = name.includes('@') ? name.slice(0, name.lastIndexOf('@')) : name
  const words = local.match(/[\p{L}\p{N}]+/gu) ?? []
  const chosen = words.length > 1 ? [words[0], words.at(-1)] : words
  return chosen.map((word) => String.fromCodePoint(word?.codePointAt(0) ?? 63).toUpperCase()).join('') || '?'
}
