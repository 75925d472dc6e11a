/** What this browser keeps for the visitor. Where storage is forbidden or full nothing is kept, and nothing breaks. */
type KeptName =
  | 'language'
  | 'color-scheme'
  | 'sender'
  | 'upload'
  | 'sends'
  /** The number of what was sent last without an account. */
  | 'slug'
  /** The handle of the session: what the specification calls the session id. */
  | 'session'
  /** Epoch ms. */
  | 'first-visit'
  /** Where a login leads that goes by a reset mail, as JSON with its time. */
  | 'destination'
  /** Where the visitor seemed to be last, as JSON. */
  | 'place'

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

/** Calls `react` when another tab changes what is kept under `name`. */
export function onKeptElsewhere(name: KeptName, react: (value: string | null) => void): void {
  globalThis.addEventListener?.('storage', ({ key, newValue }) => {
    if (key === keyOf(name)) react(newValue)
  })
}
