import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { Clock } from '../clock.ts'
import type { Database } from '../database/schema.ts'
import { newId } from '../ids.ts'
import { makeRowBudget } from './row-budget.ts'
import type { SecurityEvent } from './security-events.ts'
import { foldKeyOf, foldText, rowOf, unnamed } from './security-row.ts'
import { keepSecurityRows, type ReadSecurityRow, type SecurityRow, takeUntold } from './security-store.ts'

/** Events within this time are written together. */
const GATHERED_MS = 500
/** Repeats of a recently written event wait this long. */
const REPEATS_MS = 10_000
const MINUTE_MS = 60_000
/** Events from commands and other processes are logged within this time. */
const TELL_EVERY_MS = 30_000
/** While the database is unavailable this many rows wait; later ones are only counted by kind. */
const MOST_WAITING = 5_000

export interface SecurityLog {
  /** Never fails and waits for nothing. Repeats within a minute are one row with a count. */
  note(event: SecurityEvent): void
  /** Logs a transaction's events once it has committed. */
  tellSoon(): void
  /** Writes pending events. */
  close(): Promise<void>
}

/** Repeats within one minute with the same person, event and network. */
interface Pending {
  row: SecurityRow
  untold: number
  unkept: number
  dueAtMs: number
  endsAtMs: number
}

type Parts = { db: Kysely<Database>; log: Logger; clock: Clock }

/**
 * The security log of this process: lines in its log, marked `"log":"security"`, and rows in the database. `tells`: it
 * writes the lines itself; otherwise a server that finds the rows does.
 */
export function openSecurityLog({ db, log, clock }: Parts, { tells = true } = {}): SecurityLog {
  const tell = tellOn(log)
  const pending = makePending(clock)
  let hasUntold = tells
  let isClosed = false
  let timer: NodeJS.Timeout | null = null
  let writing = Promise.resolve()

  async function keep(due: readonly Pending[]): Promise<void> {
    const counted = due.filter(({ unkept }) => unkept > 0).map((one) => ({ one, count: one.unkept }))
    if (counted.length === 0) return
    const rows = counted.map(({ one: { row }, count }) => ({ ...row, id: newId(), count, isTold: tells }))
    await keepSecurityRows(db, rows)
    for (const { one, count } of counted) one.unkept -= count
  }
  async function tellUntold(): Promise<void> {
    hasUntold = false
    for (const row of await takeUntold(db)) tell(row)
  }
  async function write(all = false): Promise<void> {
    const due = pending.takeDue(all)
    for (const one of due) {
      if (tells && one.untold > 0) tell({ ...one.row, count: one.untold })
      one.untold = 0
    }
    await keep(due).catch((error) => log.warn({ error }, 'the security log could not be saved'))
    if (tells && hasUntold) await tellUntold().catch((error) => log.warn({ error }, 'the security log cannot be told'))
    if (pending.size() > 0) later()
  }
  function later(): void {
    if (isClosed) return
    timer ??= setTimeout(() => {
      timer = null
      writing = writing.then(() => write())
    }, GATHERED_MS).unref()
  }
  const tellSoon = () => {
    hasUntold = true
    later()
  }
  const tellEvery = tells ? setInterval(tellSoon, TELL_EVERY_MS).unref() : undefined
  return {
    note(event) {
      pending.add(event)
      later()
    },
    tellSoon,
    async close() {
      isClosed = true
      hasUntold = tells
      clearInterval(tellEvery)
      if (timer !== null) clearTimeout(timer)
      await writing
      await write(true)
    },
  }
}

/** Groups events by what they have in common. */
function makePending(clock: Clock) {
  const pending = new Map<string, Pending>()
  const budget = makeRowBudget(clock)

  function find(event: SecurityEvent, nowMs: number): { key: string; row: SecurityRow } {
    const row = rowOf(event)
    return { row, key: foldText(row, nowMs) }
  }
  function mayStand({ event, outcome }: SecurityEvent): boolean {
    return pending.size < MOST_WAITING && (outcome === 'ok' || budget.take(`${event} ${outcome}`))
  }
  return {
    size: () => pending.size,
    add(event: SecurityEvent): void {
      const nowMs = clock.nowMs()
      let { key, row } = find(event, nowMs)
      if (!pending.has(key) && !mayStand(event)) ({ key, row } = find(unnamed(event), nowMs))
      const fresh = { row: { ...row, foldKey: foldKeyOf(key) }, untold: 0, unkept: 0 }
      const one = pending.get(key) ?? { ...fresh, dueAtMs: nowMs, endsAtMs: nowMs + MINUTE_MS }
      one.untold += 1
      one.unkept += 1
      pending.set(key, one)
    },
    /** Groups that are due for writing; drops those that have ended and are written. */
    takeDue(all: boolean): Pending[] {
      const nowMs = clock.nowMs()
      const due: Pending[] = []
      for (const [key, one] of pending) {
        const isOver = one.endsAtMs <= nowMs
        if (one.untold + one.unkept === 0) {
          if (isOver) pending.delete(key)
        } else if (all || isOver || one.dueAtMs <= nowMs) {
          one.dueAtMs = nowMs + REPEATS_MS
          due.push(one)
        }
      }
      return due
    },
  }
}

/** Lines are written at every log level, unless there is no log. */
function tellOn(log: Logger): (row: SecurityRow | ReadSecurityRow) => void {
  const lines = log.child({ log: 'security' }, log.level === 'silent' ? {} : { level: 'info' })
  return ({ event, outcome, accountId, address, network, requestId, count, facts }) => {
    lines.info({ event, outcome, accountId, address, network, requestId, count, facts }, `${event} ${outcome}`)
  }
}
