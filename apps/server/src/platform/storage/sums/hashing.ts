import { type ChildProcess, fork } from 'node:child_process'
import { setPriority } from 'node:os'
import { Problem, type ProblemBody } from '@waybill/contract/core/problems'
import type { Config } from '../../config/config.ts'
import type { StoreId } from '../blob-port.ts'
import type { Stores } from '../index.ts'
import { type SpanSums, type SpanToSum, sumSpan } from './sum-span.ts'

/** Checksums of stored bytes, computed where they delay no served call. */
export interface Hashing {
  /**
   * @throws the store's error when it is unavailable; Problem 'stopping' once closed, 'store-unavailable' where two
   * processes died
   */
  sum: (store: StoreId, work: SpanToSum) => Promise<SpanSums>
  /** Null while none is running. */
  readonly pid: number | null
  close(): void
}

/** The settings with which the process opens its stores. */
export type HashingSettings = Pick<Config, 'stores' | 'blobsDir' | 'masterKeyFile' | 'logLevel'>
export interface SumOrder extends SpanToSum {
  id: number
  store: StoreId
}
export type SumAnswer = { id: number } & (
  | { sums: SpanSums }
  | { problem: Pick<ProblemBody, 'code' | 'facts'> }
  | { error: string }
)

const PROGRAM = new URL('./hashing-process.ts', import.meta.url)
/** Lower priority than the process that serves people. */
const NICENESS = 10
const HEAP_MB = 256
/** After this time without work, the process ends and frees its memory. */
const IDLE_MS = 60_000
/** More than the client of a remote store takes until it gives up; anything slower has stopped. */
const LIMIT_MS = 240_000
const LEAST_BYTES_PER_MS = 250
/** Some milliseconds of work, which is cheaper than passing it to the process; others are served in between. */
const SMALL_BYTES = 1_048_576
/** Work that was lost because of other work is repeated. */
const TRIES = 2

interface Waiting {
  resolve: (sums: SpanSums) => void
  reject: (error: Error) => void
}

interface Child {
  process: ChildProcess
  waiting: Map<number, Waiting>
  /** Gives up waiting work, and accepts nothing new. */
  lose: (how: string) => void
}

/** The process died during this work, or because of other work. */
class Lost extends Error {}

/** One process of low priority, started when there is something to read and replaced after it has died. */
class HashingProcess implements Hashing {
  readonly #settings: HashingSettings
  readonly #stores: Pick<Stores, 'of'>
  readonly #idleMs: number
  #child: Child | null = null
  #idle: NodeJS.Timeout | null = null
  #nextId = 1
  #isClosed = false

  constructor(settings: HashingSettings, stores: Pick<Stores, 'of'>, idleMs: number) {
    this.#settings = settings
    this.#stores = stores
    this.#idleMs = idleMs
  }

  get pid(): number | null {
    return this.#child?.process.pid ?? null
  }

  readonly sum = async (store: StoreId, work: SpanToSum): Promise<SpanSums> => {
    if (work.span.bytes <= SMALL_BYTES) return sumSpan(this.#stores.of(store), work)
    for (let tries = 1; ; tries++) {
      try {
        return await this.#sumOnce(store, work)
      } catch (error) {
        if (!(error instanceof Lost)) throw error
        if (tries === TRIES) throw new Problem('store-unavailable', { store }, { cause: error })
      }
    }
  }

  async #sumOnce(store: StoreId, work: SpanToSum): Promise<SpanSums> {
    if (this.#isClosed) throw new Problem('stopping')
    if (this.#idle) clearTimeout(this.#idle)
    const child = this.#child ?? this.#start()
    const id = this.#nextId++
    const { promise, resolve, reject } = Promise.withResolvers<SpanSums>()
    child.waiting.set(id, { resolve, reject })
    // Work that stops ends with the process; the other work in it is tried again.
    const limit = setTimeout(() => child.lose('stood still'), LIMIT_MS + work.span.bytes / LEAST_BYTES_PER_MS)
    child.process.send({ id, store, ...work } satisfies SumOrder)
    try {
      return await promise
    } finally {
      clearTimeout(limit)
      child.waiting.delete(id)
      if (child.waiting.size === 0) this.#idle = setTimeout(() => this.#end(), this.#idleMs).unref()
    }
  }

  close(): void {
    this.#isClosed = true
    if (this.#idle) clearTimeout(this.#idle)
    this.#end()
  }

  #end(): void {
    this.#child?.process.kill('SIGKILL')
    this.#child = null
  }

  #start(): Child {
    const started = fork(PROGRAM, {
      serialization: 'advanced',
      execArgv: [`--max-old-space-size=${HEAP_MB}`, '--max-semi-space-size=1'],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    const waiting: Child['waiting'] = new Map()
    const lose = (how: string) => {
      if (this.#child === child) this.#child = null
      const error = this.#isClosed ? new Problem('stopping') : new Lost(`The process that hashes ${how}`)
      for (const { reject } of waiting.values()) reject(error)
      started.kill('SIGKILL')
    }
    const child: Child = { process: started, waiting, lose }
    this.#child = child
    stepBack(started.pid)
    started.on('message', (answer: SumAnswer) => settle(waiting.get(answer.id), answer))
    started.on('error', ({ message }) => lose(`cannot be reached: ${message}`))
    started.once('exit', (code, signal) => lose(`ended ${signal ? `by ${signal}` : `with code ${code}`}`))
    started.send(this.#settings)
    return child
  }
}

export function openHashing(config: HashingSettings, stores: Pick<Stores, 'of'>, { idleMs = IDLE_MS } = {}): Hashing {
  const { stores: named, blobsDir, masterKeyFile, logLevel } = config
  return new HashingProcess({ stores: named, blobsDir, masterKeyFile, logLevel }, stores, idleMs)
}

function settle(waiting: Waiting | undefined, answer: SumAnswer): void {
  if ('sums' in answer) waiting?.resolve(answer.sums)
  else if ('problem' in answer) waiting?.reject(new Problem(answer.problem.code, answer.problem.facts))
  else waiting?.reject(new Error(answer.error))
}

function stepBack(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, NICENESS)
  } catch {
    // It has already ended, as its 'exit' reports.
  }
}
