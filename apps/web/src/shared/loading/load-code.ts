import { lineFailed, lineWorks, lookAgainSoon } from './line.ts'

/**
 * Loads code that comes later. The build puts `loadCode` around every `import()`. A browser keeps the failure of an
 * import for the life of the page, so repeating it asks nobody: this therefore fetches the files of an import first,
 * which can be repeated, and the import then finds them in the browser's cache.
 */
const RETRIES = 5
const SPACING_MS = 3_000
/** Longer than any line that works is silent. How long the whole file takes says nothing: a line may be slow. */
const SILENCE_MS = 15_000

const coming = new Map<string, Promise<void>>()

/**
 * `files`: what the import needs, from the site's root. Rejects with the last failure of the missing file.
 *
 * @public called by what the build makes
 */
export async function loadCode<T>(load: () => Promise<T>, files: readonly string[] = []): Promise<T> {
  await Promise.all(files.map((file) => arrival(`/${file}`)))
  return load()
}

/** A file of the app did not load. `status` null: nothing answered, and it may load once the network is back. */
class LoadError extends Error {
  override readonly name: string
  constructor(path: string, status: number | null, options?: ErrorOptions) {
    super(`${path} ${status === null ? 'did not come' : `answered ${status}`}`, options)
    this.name = status === null || status >= 500 ? 'LoadError' : 'NotServed'
  }
}

/** Tries again up to five times, three seconds apart. Rejects with the last failure. */
export async function retried<T>(attempt: () => Promise<T>): Promise<T> {
  for (let failures = 0; ; failures++) {
    try {
      return await attempt()
    } catch (error) {
      if (failures === RETRIES) throw error
      await lookAgainSoon(undefined, SPACING_MS)
    }
  }
}

function arrival(path: string): Promise<void> {
  const known = coming.get(path)
  if (known) return known
  const arriving = isHere(path) ? Promise.resolve() : fetchFile(path)
  coming.set(path, arriving)
  arriving.catch(() => coming.delete(path))
  return arriving
}

/** Files that the page itself named are loaded, or the page would not run. */
const isHere = (path: string): boolean => document.querySelector(`link[href="${path}"], script[src="${path}"]`) !== null

async function fetchFile(path: string): Promise<void> {
  await retried(async () => {
    try {
      await fetchWhole(path)
      lineWorks()
    } catch (error) {
      lineFailed()
      throw error instanceof LoadError ? error : new LoadError(path, null, { cause: error })
    }
  })
  if (path.endsWith('.css')) await applyStyle(path)
}

/** Rejects once nothing has arrived for fifteen seconds: a connection that broke without a word would never end. */
export async function fetchWhole(path: string): Promise<void> {
  const silent = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const heard = () => {
    clearTimeout(timer)
    timer = setTimeout(() => silent.abort(), SILENCE_MS)
  }
  heard()
  try {
    const answer = await fetch(path, { signal: silent.signal })
    if (!answer.ok) throw new LoadError(path, answer.status)
    const reader = answer.body?.getReader()
    while (reader && !(await reader.read()).done) heard()
  } finally {
    clearTimeout(timer)
  }
}

function applyStyle(path: string): Promise<void> {
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = path
  return new Promise((resolve, reject) => {
    link.addEventListener('load', () => resolve())
    link.addEventListener('error', () => {
      link.remove()
      reject(new Error(`${path} could not be used`))
    })
    document.head.append(link)
  })
}
