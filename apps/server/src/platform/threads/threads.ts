import { setImmediate as nextTurn } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { Worker } from 'node:worker_threads'
import { Problem, type ProblemBody } from '@waybill/contract/core/problems'
import { FairLines } from './fair-lines.ts'

/** A thread's input: `data` at once, and long lists piece by piece, so that sending them delays no call. */
export interface ThreadInput {
  data: unknown
  lists?: Record<string, readonly unknown[]>
}

export interface ThreadWork {
  /** A file that calls `answerInThread`. */
  program: URL
  /** The line in which it waits: an account runs one step at a time. */
  line: string
  /** Aborts when the caller is gone: frees the place in the line, and ends running work. */
  signal?: AbortSignal | undefined
  /** Called when its turn comes. */
  begin: () => Promise<ThreadInput> | ThreadInput
}

/** Work of more than a few milliseconds, which would delay all calls. */
export interface Threads {
  /**
   * The answer of `program`. A Problem thrown there is thrown here.
   *
   * @throws Problem 'too-many-calls' where the line is full, 'busy' where all are; the signal's reason
   */
  run<Answer>(work: ThreadWork): Promise<Answer>
  counts(): { running: number; waiting: number }
  close(): Promise<void>
}

const AT_ONCE = 2
const MAX_WAITING = 64
const MAX_WAITING_PER_LINE = 8
const HEAP_MB = 512
/**
 * `npm start` sets a small value for the process, for thousands of idle connections. A thread allocates much at once,
 * and is gone in seconds: it would spend a fifth of its time on collection. Existing heaps keep their size.
 */
const YOUNG_HEAP = '--max-semi-space-size=16'
/** More than any of our work takes on a busy machine. */
const LIMIT_MS = 120_000
const PIECE_ROWS = 500
const RETRY_SECONDS = 5

/** What a thread posts, once, at its end. */
export type ThreadAnswer = { answer: unknown } | { problem: Pick<ProblemBody, 'code' | 'facts'> }
/** What a thread receives: the pieces of its lists, then 'go'. */
export type ThreadFeed = { list: string; rows: readonly unknown[] } | 'go'

export function openThreads(): Threads {
  setFlagsFromString(YOUNG_HEAP)
  const lines = new FairLines({
    atOnce: AT_ONCE,
    perLine: 1,
    maxWaiting: MAX_WAITING,
    maxWaitingPerLine: MAX_WAITING_PER_LINE,
  })
  const closing = new AbortController()
  return {
    async run<Answer>({ line, signal, ...work }: ThreadWork): Promise<Answer> {
      const ends = AbortSignal.any([closing.signal, ...(signal ? [signal] : [])])
      const entry = await lines.enter(line, ends)
      if (entry === 'line-full') throw new Problem('too-many-calls', { retryAfterSeconds: RETRY_SECONDS })
      if (entry === 'full') throw new Problem('busy', { retryAfterSeconds: RETRY_SECONDS })
      try {
        const input = await work.begin()
        ends.throwIfAborted()
        return (await runThread(work.program, input, ends)) as Answer
      } finally {
        entry()
      }
    },
    counts: () => lines.counts,
    async close() {
      closing.abort(new Problem('stopping'))
    },
  }
}

async function runThread(program: URL, { data, lists = {} }: ThreadInput, signal: AbortSignal): Promise<unknown> {
  const worker = new Worker(program, { workerData: data, resourceLimits: { maxOldGenerationSizeMb: HEAP_MB } })
  const { promise, resolve, reject } = Promise.withResolvers<ThreadAnswer>()
  worker.once('message', resolve).once('error', reject)
  worker.once('exit', () => reject(new Error(`A thread of ${program.pathname} ended without an answer`)))
  const leave = () => reject(signal.reason)
  signal.addEventListener('abort', leave, { once: true })
  const limit = setTimeout(() => reject(new Error(`A thread of ${program.pathname} took too long`)), LIMIT_MS)
  try {
    const [told] = await Promise.all([promise, feed(worker, lists, signal)])
    if ('problem' in told) throw new Problem(told.problem.code, told.problem.facts)
    return told.answer
  } finally {
    clearTimeout(limit)
    signal.removeEventListener('abort', leave)
    await worker.terminate()
  }
}

async function feed(worker: Worker, lists: Record<string, readonly unknown[]>, signal: AbortSignal): Promise<void> {
  const post = (message: ThreadFeed) => worker.postMessage(message)
  for (const [list, rows] of Object.entries(lists)) {
    for (let at = 0; at < rows.length && !signal.aborted; at += PIECE_ROWS) {
      post({ list, rows: rows.slice(at, at + PIECE_ROWS) })
      await nextTurn()
    }
  }
  post('go')
}
