/** One or two letters for somebody without a picture: from the name's words, else from the address. */
export function initialsOfAccount(fullName: string, email: string): string {
  const words = fullName.trim().split(/\s+/).filter(Boolean)
  const [first = ''] = words
  // A Chinese name is short: people are called by its last two characters.
  if (/^\p{Script=Han}/u.test(first)) return [...words.join('')].slice(-2).join('')
  const last = words.length > 1 ? (words.at(-1) as string) : ''
  const letters = [...first].slice(0, 1).join('') + [...last].slice(0, 1).join('')
  return (letters || [...email].slice(0, 1).join('')).toUpperCase()
}
