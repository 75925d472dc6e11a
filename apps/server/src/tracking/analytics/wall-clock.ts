/**
 * Days and hours of a time zone as ranges of quarter hours since 1970, which begin with one in every zone. A day has
 * 23, 24 or 25 hours, or half an hour more or less, or begins at one in the morning, depending on the zone.
 */
const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const QUARTER_MS = 900_000

/** Begins at `at`, when the wall clock shows `local` ('YYYY-MM-DDTHH:mm'), and ends where the next begins. */
export interface Span {
  at: Date
  local: string
}

/**
 * The maximum number of cached clocks, and of instants for each: past wall clock times never change, and computing them
 * is slow.
 */
const MOST_CLOCKS = 600
const MOST_INSTANTS = 20_000
const clocks = new Map<string | null, WallClock>()

export class WallClock {
  /** IANA; 'UTC' for null and for zones unknown to this runtime. */
  readonly timeZone: string
  readonly #format: Intl.DateTimeFormat
  readonly #offsets = new Map<number, number>()

  /** The cached clock of a zone. */
  static of(timeZone: string | null): WallClock {
    const known = clocks.get(timeZone)
    if (known) return known
    if (clocks.size >= MOST_CLOCKS) clocks.clear()
    const clock = new WallClock(timeZone)
    clocks.set(timeZone, clock)
    return clock
  }

  private constructor(timeZone: string | null) {
    const known = formatOf(timeZone)
    this.#format = known ?? new Intl.DateTimeFormat('en-US', fields)
    this.timeZone = known && timeZone !== null ? timeZone : 'UTC'
  }

  /** 'YYYY-MM-DD' */
  dayOf(instant: Date): string {
    return this.#wall(instant.getTime()).slice(0, 10)
  }

  /** When the day begins: its first quarter of an hour, even where its midnight is skipped or occurs twice. */
  startOf(day: string): Date {
    const midnight = Date.parse(`${day}T00:00:00Z`)
    const offsets = [this.#offset(midnight - DAY_MS), this.#offset(midnight + DAY_MS)]
    const last = midnight - Math.min(...offsets)
    let instant = midnight - Math.max(...offsets)
    while (instant < last && instant + this.#offset(instant) < midnight) instant += QUARTER_MS
    return new Date(instant)
  }

  /** The span of one day. */
  spanOf(day: string): Span {
    const at = this.startOf(day)
    return { at, local: this.#wall(at.getTime()) }
  }

  /** The hours of a day. Where clocks change, repeated hours are distinguished and skipped ones are absent. */
  hoursOf(day: string): Span[] {
    const [from, to] = [this.startOf(day).getTime(), this.startOf(addDays(day, 1)).getTime()]
    const changes = this.#offset(from) !== this.#offset(to - QUARTER_MS)
    const step = changes ? QUARTER_MS : HOUR_MS
    const hours: Span[] = []
    let before = ''
    for (let instant = from; instant < to; instant += step) {
      const local = this.#wall(instant)
      const hour = `${local.slice(0, 13)} ${this.#offset(instant)}`
      if (hour !== before) hours.push({ at: new Date(instant), local })
      before = hour
    }
    return hours
  }

  #wall(instant: number): string {
    return new Date(instant + this.#offset(instant)).toISOString().slice(0, 16)
  }

  /** How far the wall clock is ahead of UTC at an instant, in milliseconds. */
  #offset(instant: number): number {
    const known = this.#offsets.get(instant)
    if (known !== undefined) return known
    const parts = new Map(this.#format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]))
    const of = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0
    const wall = Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second'))
    const offset = wall - Math.floor(instant / 1_000) * 1_000
    if (this.#offsets.size >= MOST_INSTANTS) this.#offsets.clear()
    this.#offsets.set(instant, offset)
    return offset
  }
}

export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)

/** The number of days from the first to the last, both inclusive. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS) + 1

export const isMonday = (day: string): boolean => new Date(`${day}T00:00:00Z`).getUTCDay() === 1

export const quarterOf = (instant: Date): number => Math.floor(instant.getTime() / QUARTER_MS)

const fields = {
  timeZone: 'UTC',
  calendar: 'gregory',
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
} as const

function formatOf(timeZone: string | null): Intl.DateTimeFormat | null {
  try {
    return new Intl.DateTimeFormat('en-US', { ...fields, timeZone: timeZone ?? 'UTC' })
  } catch {
    return null
  }
}
