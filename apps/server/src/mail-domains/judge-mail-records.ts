import type { RecordVerdict } from '@waybill/contract/domains/endpoints'
import type { MailDomainFound } from '@waybill/contract/mail-domains/endpoints'
import type { Dns, Records } from '../platform/dns/dns.ts'
import { judgeDmarc, judgeSpf } from './judge-policies.ts'
import { holdsKey, publishedName, selectorName } from './key-names.ts'
import type { Slot } from './mail-domain-state.ts'

export interface WantedKeys {
  domain: string
  token: string
  base: string
  /** The key that signs. */
  active: { slot: Slot; publicKey: string }
  /** The domain of the return address. */
  returnDomain: string
}

const slots: readonly [Slot, Slot] = [1, 2]

/** Values that a page shows. */
const MOST_SHOWN = 4
const MOST_CHARS = 100

const right: RecordVerdict = { kind: 'right', because: null, found: [] }
const unknown: RecordVerdict = { kind: 'unknown', because: null, found: [] }

/** Asks for everything that mails of a domain need. A name server may say anything: only an exact match is believed. */
export async function judgeMailRecords(dns: Dns, wanted: WantedKeys): Promise<MailDomainFound> {
  const { domain, token, base, active, returnDomain } = wanted
  const pointing = (slot: Slot) => judgePointing(dns, selectorName(domain, slot), publishedName(token, slot, base))
  const [first, second, published, key, spf, dmarc] = await Promise.all([
    pointing(slots[0]),
    pointing(slots[1]),
    judgeKey(dns, publishedName(token, active.slot, base), active.publicKey),
    judgeKey(dns, selectorName(domain, active.slot), active.publicKey),
    judgeSpf(dns, returnDomain),
    judgeDmarc(dns, domain),
  ])
  return { pointing: [first, second], published, key, spf, dmarc }
}

async function judgePointing(dns: Dns, name: string, target: string): Promise<RecordVerdict> {
  const said = await dns.cname(name)
  return judged(said, (values) => values[0] === target)
}

/** A name with several keys has none: receivers may take any. */
export async function judgeKey(dns: Pick<Dns, 'txt'>, name: string, publicKey: string): Promise<RecordVerdict> {
  const said = await dns.txt(name)
  return judged(said, (values) => values.length === 1 && holdsKey(values[0] ?? '', publicKey))
}

function judged(said: Records, isRight: (values: readonly string[]) => boolean): RecordVerdict {
  if (said.kind === 'unknown') return unknown
  if (said.kind === 'none') return { kind: 'wrong', because: 'missing', found: [] }
  return isRight(said.values) ? right : { kind: 'wrong', because: 'elsewhere', found: shownOf(said.values) }
}

/** Visible ASCII. */
const shown = (value: string): string => value.replaceAll(/[^\x20-\x7e]/g, '?').slice(0, MOST_CHARS)

const shownOf = (values: readonly string[]): string[] => values.slice(0, MOST_SHOWN).map(shown)
