import { AsyncLocalStorage } from 'node:async_hooks'

/** What a call has in common with the jobs and mails that follow from it, so that their traces can be put together. */
export interface Trace {
  /** Of the call: its answer's `X-Request-Id`. */
  requestId: string
  /** Of the call, where it had a valid one. */
  traceparent?: string | undefined
}

const traces = new AsyncLocalStorage<Trace>()

/** Runs `work`, and everything that it starts, as part of the trace. */
export const inTrace = <Result>(trace: Trace, work: () => Result): Result => traces.run(trace, work)

/** Null outside of calls, and of jobs that follow from none. */
export const currentTrace = (): Trace | null => traces.getStore() ?? null

const TRACEPARENT = /^(?!ff)[\da-f]{2}-(?!0{32})[\da-f]{32}-(?!0{16})[\da-f]{16}-[\da-f]{2}$/

/**
 * The header `traceparent` of a proxy or a program (W3C Trace Context); undefined where it is absent or malformed. It is
 * a label for logs and proves nothing.
 */
export const readTraceparent = (header: string | string[] | undefined): string | undefined =>
  typeof header === 'string' && TRACEPARENT.test(header) ? header : undefined
