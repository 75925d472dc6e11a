/**
 * What this browser stores for the visitor. Where storage is forbidden or full it stores nothing, and nothing breaks.
 */
type KeptName =
  | 'language'
  | 'color-scheme'
  | 'sender'
  | 'upload'
  | 'sends'
  /** The number of the last transfer sent without an account. */
  | 'slug'
  /** The handle of the session: the specification's session id. */
  | 'session'
  /** The account of the session, by its id: whose recordings a page may find. */
  | 'account'
  /** The company that the last login belonged to, as JSON: its name and logo are shown at the next one. */
  | 'brand'
  /** Epoch ms. */
  | 'first-visit'
  /** Where a login after a reset mail leads, as JSON with its time. */
  | 'destination'
  /** The partner that led here, as JSON with its time. */
  | 'referral'
  /** The visitor's last approximate location, as JSON. */
  | 'place'
  /** The round trips to the regions of stores, measured at the first upload of a day, as JSON. */
  | 'routes'
  /** This browser has written to the operator. */
  | 'conversation'
  /** The build whose dashboard code the browser has fetched ahead. */
  | 'fetched-ahead'
  /** How each account last looked at its lists, as JSON. */
  | 'lists'
  /** The slugs of transfers with an unfinished fast download. */
  | 'downloads'

const keyOf = (name: KeptName) => `waybill-${name}`

export function readKept(name: KeptName): string | null {
  try {
    return localStorage.getItem(keyOf(name))
  } catch {
    return null
  }
}

/** null removes it. */
export function keep(name: KeptName, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(keyOf(name))
    else localStorage.setItem(keyOf(name), value)
  } catch {
    // Nothing is stored then.
  }
}

/** Calls `react` when another tab changes the value under `name`. */
export function onKeptElsewhere(name: KeptName, react: (value: string | null) => void): void {
  globalThis.addEventListener?.('storage', ({ key, newValue }) => {
    if (key === keyOf(name)) react(newValue)
  })
}
