/** Of `MediaError`: the line broke while the recording played. */
const NETWORK = 2

export type WhyFailed = 'line' | 'gone' | 'format'

/** What the server says about a granted link, read without touching its bytes. */
export type LinkState = 'open' | 'gone' | 'unknown'

/**
 * Why a recording does not play: a media element says the same of bytes that it cannot decode and of a link that has
 * ended. `state` unknown: the server could not be asked.
 */
export function whyFailed(code: number, state: LinkState): WhyFailed {
  if (state === 'gone') return 'gone'
  return state === 'unknown' || code === NETWORK ? 'line' : 'format'
}

/** The grant and the file of `/get/{grant}/file/{file}/{name}`; null for other links. */
export function grantedFile(url: string): { grant: string; file: string } | null {
  const [, get, grant, kind, file] = new URL(url, 'https://here.example').pathname.split('/')
  return get === 'get' && kind === 'file' && grant && file ? { grant, file } : null
}
