import { isIP } from 'node:net'
import { domainToASCII, domainToUnicode } from 'node:url'
import { posesAsBrand } from '@waybill/contract/identity/brand-names'

/** Which names can be a custom host. Pure. */
export interface OwnNames {
  /** Where a host must point to; null where this server has no public name. */
  target: string | null
  subdomainBase: string | null
  /** All names of this server. */
  own: readonly string[]
}

export type Refusal = 'malformed' | 'wildcard' | 'address' | 'look-alike' | 'own' | 'reserved' | 'not-offered'

export type ParsedHost = { host: string; isUnderBase: boolean } | { refused: Refusal }

/** Room for the label of the TXT record in 253 characters (RFC 1035, 2.3.4). */
const MOST_CHARS = 240
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/
const WORD = /^[a-z0-9](?:[a-z0-9-]{1,30}[a-z0-9])$/
/** Names that no public name server answers for (RFC 6761, RFC 6762, RFC 7686). */
const SPECIAL = new Set(['localhost', 'local', 'internal', 'invalid', 'onion', 'arpa'])
/** Letters of other scripts look like Latin ones; Han ones do not. */
const PLAIN_LABEL = /^[a-z0-9\-\p{Script=Han}]+$/u

/** Words that people take for a part of this service, or that programs look up by themselves. */
const RESERVED = new Set([
  ...['www', 'web', 'app', 'api', 'cdn', 'static', 'assets', 'files', 'download', 'downloads', 'upload', 'uploads'],
  ...['mail', 'email', 'smtp', 'imap', 'pop3', 'webmail', 'autodiscover', 'autoconfig', 'wpad', 'isatap', 'dns', 'ns1'],
  ...['ns2', 'ftp', 'sftp', 'ssh', 'vpn', 'admin', 'administrator', 'root', 'operator', 'login', 'signin', 'sign-in'],
  ...['signup', 'register', 'account', 'accounts', 'billing', 'pay', 'payment', 'payments', 'secure', 'security'],
  ...[
    'localhost',
    'local',
    'internal',
    'support',
    'help',
    'status',
    'blog',
    'docs',
    'abuse',
    'postmaster',
    'hostmaster',
    'webmaster',
    'info',
    'team',
  ],
])
const isReserved = (word: string): boolean =>
  RESERVED.has(word) || posesAsBrand(word, '') || posesAsBrand(word.replaceAll('-', ' '), '')

/** Reads a typed or pasted host name; a bare word is one under SUBDOMAIN_BASE. */
export function parseHost(typed: string, own: OwnNames): ParsedHost {
  const name = typed
    .trim()
    .replace(/^https?:\/\//i, '')
    .replace(/\/$/, '')
    .replace(/\.$/, '')
  if (name.includes('*')) return { refused: 'wildcard' }
  if (!name.includes('.') && !name.includes(':') && own.subdomainBase !== null) {
    return parseWord(name.toLowerCase(), own.subdomainBase)
  }
  if (isIP(name.replace(/^\[(.+)\]$/, '$1')) !== 0) return { refused: 'address' }
  // What a URL's parser drops, cuts off or decodes is no part of a name.
  if (/[\s\p{Cc}/\\?#@:%]/u.test(name)) return { refused: 'malformed' }
  const host = domainToASCII(name)
  // Also numbers that browsers read as an address, such as 0x7f.1.
  if (isIP(host) !== 0) return { refused: 'address' }
  const labels = host.split('.')
  if (host.length > MOST_CHARS || labels.length < 2 || !labels.every((label) => LABEL.test(label))) {
    return { refused: 'malformed' }
  }
  if (!labels.every(isPlain)) return { refused: 'look-alike' }
  return judge(host, own)
}

function judge(host: string, { target, subdomainBase, own }: OwnNames): ParsedHost {
  const last = host.slice(host.lastIndexOf('.') + 1)
  if (SPECIAL.has(last) || /^\d+$/.test(last)) return { refused: 'malformed' }
  if (subdomainBase !== null && host.endsWith(`.${subdomainBase}`)) {
    const word = host.slice(0, -subdomainBase.length - 1)
    return word.includes('.') ? { refused: 'own' } : parseWord(word, subdomainBase)
  }
  for (const ours of own) {
    if (host === ours || host.endsWith(`.${ours}`) || ours.endsWith(`.${host}`)) return { refused: 'own' }
  }
  return target === null ? { refused: 'not-offered' } : { host, isUnderBase: false }
}

function parseWord(word: string, base: string): ParsedHost {
  if (!WORD.test(word)) return { refused: 'malformed' }
  // Neither another encoding of letters nor a name that people take for ours or a brand's.
  if (word.startsWith('xn--')) return { refused: 'look-alike' }
  return isReserved(word) ? { refused: 'reserved' } : { host: `${word}.${base}`, isUnderBase: true }
}

function isPlain(label: string): boolean {
  if (!label.startsWith('xn--')) return true
  const shown = domainToUnicode(label)
  return shown !== label && PLAIN_LABEL.test(shown) && domainToASCII(shown) === label
}
