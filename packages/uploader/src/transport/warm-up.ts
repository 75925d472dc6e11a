import { PARALLEL_PER_ORIGIN } from '../line/controller.ts'
import { browserChecksums } from '../sums/browser-checksums.ts'
import { xhrTransport } from './xhr-transport.ts'

/** Under the 75 s for which the server keeps an idle connection. */
const AGAIN_MS = 50_000
const FRESH_MS = 60_000
/** After these, the person who was to type the code has left. */
const MOST_ROUNDS = 5
const PROBE_MS = 5_000

/** What an upload finds open. */
export interface Warmth {
  /** Origins that have answered a moment ago. */
  origins: readonly string[]
  /** To the page's own; null where it is unknown. */
  roundTripMs: number | null
}

/** Connections belong to the browser, so this does too: one warming at a time. */
const answers = new Map<string, { at: number; roundTripMs: number }>()
let own = ''
let stop = () => {}

/**
 * Opens the connections of an upload that will begin soon, by probes of all origins, and keeps them open for minutes;
 * loads the workers that sum the parts. Nothing depends on it: where it fails, the upload opens them by itself. The
 * page's own origin is the first.
 */
export function warmUp(origins: readonly string[]): void {
  stop()
  own = origins[0] ?? ''
  let rounds = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const round = () => {
    for (const origin of origins) void probe(origin)
    if (++rounds < MOST_ROUNDS) timer = setTimeout(round, AGAIN_MS)
  }
  stop = () => clearTimeout(timer)
  round()
  const checksums = browserChecksums()
  const sums = [0, 1].map(() => checksums.sum(new Blob(['']), [0], false))
  void Promise.allSettled(sums).then(() => checksums.close())
}

/** What stands open now; the warming is over. */
export function takeWarmth(): Warmth {
  stop()
  const now = performance.now()
  for (const [origin, { at }] of answers) if (now - at >= FRESH_MS) answers.delete(origin)
  return { origins: [...answers.keys()], roundTripMs: answers.get(own)?.roundTripMs ?? null }
}

/** As many at once as an upload opens. */
async function probe(origin: string): Promise<void> {
  const probes = Array.from({ length: PARALLEL_PER_ORIGIN }, () => xhrTransport.probe(origin, PROBE_MS))
  const times = await Promise.all(probes)
  if (times.includes(null)) return
  answers.set(origin, { at: performance.now(), roundTripMs: Math.min(...(times as number[])) })
}
