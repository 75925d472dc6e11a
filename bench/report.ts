/** Prints figures; a bench never fails on one. */
export const mb = (bytes: number, seconds: number) => bytes / 1e6 / seconds

export function title(text: string): void {
  console.log(`\n== ${text}`)
}

/** One line of a table: who, and their figures. */
export function row(who: string, figures: Record<string, string | number | null>): void {
  const cells = Object.entries(figures).map(([name, value]) => `${name} ${shown(value)}`)
  console.log(`${who.padEnd(34)} ${cells.join('   ')}`)
}

/** A figure beside its target. `bound` is 'at least' or 'at most'. */
export function judge(what: string, value: number, bound: 'at least' | 'at most', target: number, unit = '×'): void {
  const isMet = bound === 'at least' ? value >= target : value <= target
  console.log(`   ${isMet ? 'met   ' : 'missed'} ${what}: ${shown(value)} ${unit} (target ${bound} ${target} ${unit})`)
}

export function note(text: string): void {
  console.log(`   ${text}`)
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? upper)) / 2
}

/** The value that `share` of the values do not exceed. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

function shown(value: string | number | null): string {
  if (typeof value !== 'number') return value ?? '–'
  return value >= 100 ? value.toFixed(0) : value.toPrecision(3)
}
