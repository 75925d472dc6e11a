/**
 * What `promise` resolves to; null where `signal` aborts before. Leaves nothing behind: a promise that stands for the
 * process's end would keep the answer of every race with it until then.
 */
export async function untilAborted<Answer>(promise: Promise<Answer>, signal: AbortSignal): Promise<Answer | null> {
  if (signal.aborted) {
    // Nobody reads it any more: its failure must not end the process.
    promise.catch(() => undefined)
    return null
  }
  const aborted = Promise.withResolvers<null>()
  const leave = () => aborted.resolve(null)
  signal.addEventListener('abort', leave, { once: true })
  try {
    return await Promise.race([promise, aborted.promise])
  } finally {
    signal.removeEventListener('abort', leave)
  }
}
