/** What this browser keeps for the visitor. Where storage is forbidden or full nothing is kept, and nothing breaks. */
type KeptName = 'language' | 'color-scheme' | 'sender' | 'upload' | 'sends'

const keyOf = (name: KeptName) => `waybill-${name}`

export function readKept(name: KeptName): string | null {
  try {
    return localStorage.getItem(keyOf(name))
  } catch {
    return null
  }
}

/** null forgets it. */
export function keep(name: KeptName, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(keyOf(name))
    else localStorage.setItem(keyOf(name), value)
  } catch {
    // Nothing is kept, then.
  }
}
