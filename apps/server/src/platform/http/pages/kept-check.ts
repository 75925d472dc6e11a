const CHECK_TIMEOUT_MS = 2_000

export interface Check {
  ok: boolean
  milliseconds: number
}

/** Answers in time or not at all: a part that hangs counts as failed. */
export async function inTime<T>(answer: Promise<T>): Promise<T> {
  const timeout = Promise.withResolvers<never>()
  const timer = setTimeout(() => timeout.reject(new Error('no answer')), CHECK_TIMEOUT_MS)
  return Promise.race([answer, timeout.promise]).finally(() => clearTimeout(timer))
}

/** Runs a check and reports its outcome. */
export async function timed(ask: () => Promise<unknown>): Promise<Check> {
  const start = performance.now()
  const ok = await inTime(ask()).then(
    () => true,
    () => false,
  )
  return { ok, milliseconds: Math.round(performance.now() - start) }
}

/**
 * The same, cached for `forMs`: callers meanwhile get the last answer, and concurrent callers share one check. A check
 * that never returns does not pile up others.
 */
export function keptCheck(forMs: number, ask: () => Promise<unknown>): () => Promise<Check> {
  let last: { answer: Promise<Check>; untilMs: number } | null = null
  return () => {
    const nowMs = performance.now()
    if (last !== null && nowMs < last.untilMs) return last.answer
    const kept = { answer: timed(ask), untilMs: Number.POSITIVE_INFINITY }
    last = kept
    void kept.answer.then(() => {
      kept.untilMs = performance.now() + forMs
    })
    return kept.answer
  }
}
