import type { DomainFound, RecordVerdict } from '@waybill/contract/domains/endpoints'
import type { Dns, Records } from '../platform/dns/dns.ts'

/** The longest chain of names that is followed. */
const MOST_HOPS = 8
/** Values that a page shows. */
const MOST_SHOWN = 4

export interface WantedRecords {
  host: string
  target: string
  /** What the TXT record must say, exactly. */
  proof: string
}

export const proofName = (host: string): string => `_waybill.${host}`
export const proofValue = (token: string): string => `waybill-verify=${token}`

const right: RecordVerdict = { kind: 'right', because: null, found: [] }
const unknown: RecordVerdict = { kind: 'unknown', because: null, found: [] }

/** Asks for both records of a host. A name server may say anything: nothing of it is believed beyond an exact match. */
export async function judgeRecords(dns: Dns, wanted: WantedRecords): Promise<DomainFound> {
  const [pointing, proof] = await Promise.all([judgePointing(dns, wanted), judgeProof(dns, wanted)])
  return { pointing, proof }
}

async function judgeProof(dns: Dns, { host, proof }: WantedRecords): Promise<RecordVerdict> {
  const said = await dns.txt(proofName(host))
  if (said.kind === 'unknown') return unknown
  if (said.kind === 'none') return wrong('missing', [])
  return said.values.includes(proof) ? right : wrong('elsewhere', said.values)
}

/**
 * By its chain of names to the target. Providers that answer with the addresses of a name at the top of a zone count
 * too: every address must be the target's.
 */
async function judgePointing(dns: Dns, { host, target }: WantedRecords): Promise<RecordVerdict> {
  const seen = [host]
  for (;;) {
    const said = await dns.cname(seen.at(-1) ?? host)
    if (said.kind === 'unknown') return unknown
    if (said.kind === 'none') break
    const [next = ''] = said.values
    if (next === target) return right
    if (seen.includes(next) || seen.length >= MOST_HOPS) return wrong('loop', seen.slice(1))
    seen.push(next)
  }
  const [own, targets] = await Promise.all([dns.addresses(seen.at(-1) ?? host), dns.addresses(target)])
  if (own.kind === 'unknown' || targets.kind === 'unknown') return unknown
  if (isWithin(own, targets)) return right
  const found = own.kind === 'found' ? own.values : []
  if (seen.length === 1 && found.length === 0) return wrong('missing', [])
  return wrong('elsewhere', [...seen.slice(1), ...found])
}

const isWithin = (own: Records, targets: Records): boolean =>
  own.kind === 'found' && targets.kind === 'found' && own.values.every((address) => targets.values.includes(address))

/** What a page can show of it: visible ASCII. */
const shown = (value: string): string => value.replaceAll(/[^\x20-\x7e]/g, '?').slice(0, 100)

const wrong = (because: NonNullable<RecordVerdict['because']>, found: readonly string[]): RecordVerdict => ({
  kind: 'wrong',
  because,
  found: found.slice(0, MOST_SHOWN).map(shown),
})
