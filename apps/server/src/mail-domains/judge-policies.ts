import type { DmarcFound, SpfFound } from '@waybill/contract/mail-domains/endpoints'
import type { Dns } from '../platform/dns/dns.ts'

/** Records that receivers judge mails by besides the key. They decide nothing here: the page shows them. */
const MOST_CHARS = 300
const shown = (record: string): string => record.replaceAll(/[^\x20-\x7e]/g, '?').slice(0, MOST_CHARS)

/** Receivers look for it at the domain of the return address (RFC 7208, 4.5); several count as none. */
export async function judgeSpf(dns: Pick<Dns, 'txt'>, domain: string): Promise<SpfFound> {
  const said = await dns.txt(domain)
  if (said.kind === 'unknown') return { domain, kind: 'unknown', record: null }
  const records = said.kind === 'found' ? said.values.filter((value) => /^v=spf1(?: |$)/i.test(value)) : []
  const [record] = records
  if (record === undefined) return { domain, kind: 'missing', record: null }
  return { domain, kind: records.length > 1 ? 'several' : 'found', record: shown(record) }
}

/**
 * At the domain itself, else at the nearest name above it that has one (the tree walk of DMARC), but never at a
 * top-level domain. Above the domain, `sp` goes before `p`.
 */
export async function judgeDmarc(dns: Pick<Dns, 'txt'>, domain: string): Promise<DmarcFound> {
  const labels = domain.split('.')
  for (let up = 0; labels.length - up >= 2; up += 1) {
    const name = labels.slice(up).join('.')
    const said = await dns.txt(`_dmarc.${name}`)
    if (said.kind === 'unknown') return { kind: 'unknown', domain: null, policy: null, record: null }
    const records = said.kind === 'found' ? said.values.filter((value) => /^v\s*=\s*DMARC1\s*(?:;|$)/.test(value)) : []
    if (records.length > 0) return readDmarc(records, name, up > 0)
  }
  return { kind: 'missing', domain: null, policy: null, record: null }
}

const policies = ['none', 'quarantine', 'reject'] as const

function readDmarc(records: readonly string[], domain: string, isAbove: boolean): DmarcFound {
  const [record = ''] = records
  const tag = (name: string) => new RegExp(`(?:^|;)\\s*${name}\\s*=\\s*([a-z]+)`, 'i').exec(record)?.[1]?.toLowerCase()
  const said = (isAbove ? tag('sp') : undefined) ?? tag('p')
  const policy = policies.find((one) => one === said) ?? null
  const isBroken = records.length > 1 || policy === null
  return { kind: isBroken ? 'broken' : 'found', domain, policy: isBroken ? null : policy, record: shown(record) }
}
