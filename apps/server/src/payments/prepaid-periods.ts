/**
 * What becomes of periods that were paid ahead where a payment is given back or disputed. All of it ends the period at
 * once. A part takes the same part of the whole period off its end, but nothing of what has passed. What comes back,
 * because a dispute is won, is added again: to the end of a period that runs, or, where it has ended, as a period of its
 * own from now on. Periods that have not begun move, so that there is neither a gap nor an overlap.
 */
export interface PaidPeriod {
  session: string
  startsAt: Date
  endsAt: Date
  paidCents: number
  /** The part of the payment that is taken off, and the seconds that were taken off for it. */
  lostCents: number
  lostSeconds: number
}

/** A period is never empty, so that its row stays a range. */
const LEAST_MS = 1

/**
 * @param lost cents of each session's payment that are lost now; a session without an entry stays as it is
 * @returns the periods that have changed
 */
export function applyLosses(
  periods: readonly PaidPeriod[],
  lost: ReadonlyMap<string, number>,
  now: Date,
): PaidPeriod[] {
  const before = new Map(periods.map((period) => [period.session, period]))
  const nowMs = now.getTime()
  const changed = periods
    .map((period) => withLoss(period, Math.min(period.paidCents, lost.get(period.session) ?? period.lostCents), nowMs))
    .sort(byStart)
  if (changed.every((period) => period === before.get(period.session))) return []
  const moved = chained(changed, nowMs)
  return moved.filter((period) => !isSame(period, before.get(period.session) as PaidPeriod))
}

const byStart = (one: PaidPeriod, other: PaidPeriod) => one.startsAt.getTime() - other.startsAt.getTime()

const isSame = (one: PaidPeriod, other: PaidPeriod): boolean =>
  one.startsAt.getTime() === other.startsAt.getTime() &&
  one.endsAt.getTime() === other.endsAt.getTime() &&
  one.lostCents === other.lostCents &&
  one.lostSeconds === other.lostSeconds

function withLoss(period: PaidPeriod, lostCents: number, nowMs: number): PaidPeriod {
  if (lostCents === period.lostCents) return period
  return lostCents > period.lostCents ? shortened(period, lostCents, nowMs) : lengthened(period, lostCents, nowMs)
}

function shortened(period: PaidPeriod, lostCents: number, nowMs: number): PaidPeriod {
  const { startsAt, endsAt, paidCents, lostSeconds } = period
  const [start, end] = [startsAt.getTime(), endsAt.getTime()]
  const left = Math.max(0, end - Math.max(start, nowMs))
  const whole = end - start + lostSeconds * 1_000
  const share = (lostCents - period.lostCents) / paidCents
  const cut = lostCents === paidCents ? left : Math.min(left, whole * share)
  const seconds = Math.ceil(cut / 1_000)
  const newEnd = Math.max(start + LEAST_MS, Math.round(end - cut))
  return { ...period, endsAt: new Date(newEnd), lostCents, lostSeconds: lostSeconds + seconds }
}

function lengthened(period: PaidPeriod, lostCents: number, nowMs: number): PaidPeriod {
  const back = Math.round((period.lostSeconds * (period.lostCents - lostCents)) / period.lostCents)
  const given = { ...period, lostCents, lostSeconds: period.lostSeconds - back }
  const end = period.endsAt.getTime()
  if (back === 0) return given
  if (end > nowMs) return { ...given, endsAt: new Date(end + back * 1_000) }
  // It has ended meanwhile: from now on, or after the period that runs.
  return { ...given, startsAt: new Date(nowMs + LEAST_MS), endsAt: new Date(nowMs + LEAST_MS + back * 1_000) }
}

/** Each period that has not begun follows the one before. */
function chained(periods: readonly PaidPeriod[], nowMs: number): PaidPeriod[] {
  const sorted = [...periods].sort(byStart)
  let end = nowMs
  return sorted.map((period) => {
    const [from, to] = [period.startsAt.getTime(), period.endsAt.getTime()]
    if (from <= nowMs) {
      end = Math.max(end, to)
      return period
    }
    const moved = { ...period, startsAt: new Date(end), endsAt: new Date(end + to - from) }
    end += to - from
    return moved
  })
}
