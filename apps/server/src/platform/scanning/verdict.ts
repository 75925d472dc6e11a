/** Why a file has no verdict. 'unavailable': clamd is away, broke off, or said something else. */
export type NotScanned = 'too-large' | 'encrypted' | 'unavailable'

export type Verdict =
  | { state: 'clean' }
  | { state: 'infected'; finding: string }
  | { state: 'not-scanned'; because: NotScanned }

const notScanned = (because: NotScanned): Verdict => ({ state: 'not-scanned', because })

/** What a whole answer of clamd means. Only 'stream: OK' is clean; its own heuristics about limits are no finding. */
export function verdictOf(answer: string): Verdict {
  if (answer === 'stream: OK') return { state: 'clean' }
  if (/size limit exceeded/i.test(answer)) return notScanned('too-large')
  const [, finding] = /^stream: (\S.*) FOUND$/s.exec(answer) ?? []
  if (finding === undefined) return notScanned('unavailable')
  if (finding.startsWith('Heuristics.Encrypted')) return notScanned('encrypted')
  if (finding.startsWith('Heuristics.Limits')) return notScanned('too-large')
  return { state: 'infected', finding: finding.slice(0, 200) }
}
