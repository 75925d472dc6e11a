import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { ProblemCode } from '@waybill/contract/core/problems'
import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import { inTime } from '../http/pages/kept-check.ts'

/** One number, with the values of its labels. */
export interface Sample {
  labels?: Record<string, string>
  value: number
}

interface Watched {
  /** With its unit; a counter's ends in `_total`. */
  name: string
  help: string
  labels?: readonly string[]
  /** 'counter': the number only grows while the process lives. */
  kind?: 'gauge' | 'counter'
}

/** Seconds. Six, because routes × buckets are what the numbers cost in memory. */
const BUCKETS = [0.01, 0.05, 0.25, 1, 5, 30]
const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
const LAG_RESOLUTION_MS = 20
const NANOSECONDS = 1e9

export type MailOutcome = 'accepted' | 'retrying' | 'given-up'

/** Reads once for all that ask before the reading ends. */
export function shareReading<T>(read: () => T | Promise<T>): () => Promise<T> {
  let running: Promise<T> | null = null
  return () => {
    running ??= (async () => read())().finally(() => {
      running = null
    })
    return running
  }
}

/**
 * What this process counts for Prometheus, in a registry of its own: several apps in one process do not share it. Labels
 * come from closed lists of ours, such as the patterns of routes: no slug, address or id is ever one. A module adds what
 * only it knows by `watch`.
 */
export class Metrics {
  readonly #registry = new Registry()
  readonly #lag = monitorEventLoopDelay({ resolution: LAG_RESOLUTION_MS })
  readonly #requests = this.#counter('waybill_http_requests_total', 'Answered requests', ['method', 'route', 'status'])
  readonly #parts = this.#counter('waybill_parts_refused_total', 'Refused parts of uploads, by the problem', ['reason'])
  readonly #mails = this.#counter('waybill_mails_total', 'Mails passed to the mail server, by outcome', ['outcome'])
  readonly #s3 = this.#counter('waybill_s3_calls_total', 'Tries of calls to the S3 store', ['operation', 'status'])
  readonly #durations = new Histogram({
    name: 'waybill_http_request_seconds',
    help: 'From the request to the end of its answer',
    labelNames: ['method', 'route'],
    buckets: BUCKETS,
    registers: [this.#registry],
  })

  constructor() {
    this.#lag.enable()
    this.watch(
      {
        name: 'waybill_event_loop_lag_seconds',
        help: 'Delay of the event loop since the last reading',
        labels: ['percentile'],
      },
      () => this.#readLag(),
    )
    this.watch({ name: 'waybill_memory_bytes', help: 'Resident memory of the process' }, () => [
      { value: process.memoryUsage.rss() },
    ])
    this.watch({ name: 'waybill_cpu_seconds_total', help: 'CPU time of the process', kind: 'counter' }, () => {
      const { user, system } = process.cpuUsage()
      return [{ value: (user + system) / 1e6 }]
    })
  }

  noteRequest({ method, route, status, seconds }: { method: string; route: string; status: number; seconds: number }) {
    const known = METHODS.has(method) ? method : 'other'
    this.#requests.inc({ method: known, route, status: String(status) })
    this.#durations.observe({ method: known, route }, seconds)
  }

  notePartRefused(reason: ProblemCode): void {
    this.#parts.inc({ reason })
  }

  noteMail(outcome: MailOutcome): void {
    this.#mails.inc({ outcome })
  }

  /** `status` is the store's HTTP status, or 'failed' where there was no answer. */
  noteS3Call = (operation: string, status: string): void => {
    this.#s3.inc({ operation, status })
  }

  /**
   * Reads a number whenever it is asked for. What cannot be read within two seconds is left out of the answer; while a
   * reading hangs, no further one begins.
   */
  watch(
    { name, help, labels = [], kind = 'gauge' }: Watched,
    read: () => readonly Sample[] | Promise<readonly Sample[]>,
  ): void {
    // An app that is made again over the same context watches the same numbers.
    this.#registry.removeSingleMetric(name)
    const shape = { name, help, labelNames: [...labels], registers: [this.#registry] }
    const readOnce = shareReading(read)
    const readSamples = () => inTime(readOnce()).catch(() => [])
    if (kind === 'gauge') {
      new Gauge({
        ...shape,
        async collect() {
          const samples = await readSamples()
          this.reset()
          // Otherwise it would be 0.
          if (samples.length === 0 && labels.length === 0) this.remove()
          for (const sample of samples) this.set(sample.labels ?? {}, sample.value)
        },
      })
      return
    }
    new Counter({
      ...shape,
      async collect() {
        const samples = await readSamples()
        this.reset()
        for (const sample of samples) this.inc(sample.labels ?? {}, sample.value)
      },
    })
  }

  /** In Prometheus' text format. */
  text(): Promise<string> {
    return this.#registry.metrics()
  }

  get contentType(): string {
    return this.#registry.contentType
  }

  close(): void {
    this.#lag.disable()
  }

  #counter<Label extends string>(name: string, help: string, labelNames: Label[]): Counter<Label> {
    return new Counter({ name, help, labelNames, registers: [this.#registry] })
  }

  #readLag(): Sample[] {
    const samples = [50, 99].map((percent) => ({
      labels: { percentile: String(percent) },
      // What the timer waits for by itself is no lag.
      value: Math.max(0, this.#lag.percentile(percent) / NANOSECONDS - LAG_RESOLUTION_MS / 1_000),
    }))
    this.#lag.reset()
    return samples
  }
}
