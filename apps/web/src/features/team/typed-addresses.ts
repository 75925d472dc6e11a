/** Addresses in a pasted list: between commas, semicolons, spaces and lines, without names and brackets around them. */
export function typedAddresses(text: string): string[] {
  const words = text.split(/[\s,;，；、]+/).map((word) => word.replace(/^[<"'(]+|[>"')]+$/g, ''))
  const isListOfNames = words.some((word) => word.includes('@'))
  const kept = words.filter((word) => word !== '' && (!isListOfNames || word.includes('@')))
  return [...new Map(kept.map((word) => [word.toLowerCase(), word])).values()]
}
