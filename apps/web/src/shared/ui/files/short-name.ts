const MAX_CHARS = 28
const ENDING_CHARS = 9

/** A file's name without its folders, short enough for a line with others: 'gearbox-housin…al-r7.dwg'. */
export function shortName(path: string): string {
  const letters = [...(path.split('/').at(-1) ?? path)]
  if (letters.length <= MAX_CHARS) return letters.join('')
  return `${letters.slice(0, MAX_CHARS - ENDING_CHARS - 1).join('')}…${letters.slice(-ENDING_CHARS).join('')}`
}
