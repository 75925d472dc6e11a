import { isIP } from 'node:net'
import { ConfigError } from './config-error.ts'
import type { Get } from './env.ts'
import { splitList } from './setting-forms.ts'

export interface DomainSettings {
  /** Addresses with their ports of the resolvers that custom hosts are checked with; empty: the system's. */
  dnsServers: string[]
  /** The name that custom hosts point to; null: the host of PUBLIC_URL. */
  customHostTarget: string | null
  /** Workspaces may have names directly under it, whose DNS the operator points here; null: none. */
  subdomainBase: string | null
  /** Under it the operator publishes the keys that sign mails from workspaces' own domains; null: none are offered. */
  mailKeyBase: string | null
}

export const readDomains = (get: Get): DomainSettings => ({
  dnsServers: readServers(get),
  customHostTarget: readName(get, 'CUSTOM_HOST_TARGET', 'hosts.example.com'),
  subdomainBase: readName(get, 'SUBDOMAIN_BASE', 'share.example.com'),
  mailKeyBase: readName(get, 'MAIL_KEY_BASE', 'mailkeys.example.com'),
})

/** Addresses, with a port where it is not 53; an IPv6 address with a port is in brackets. */
function readServers(get: Get): string[] {
  return splitList(get('DNS_SERVERS') ?? '').map((entry) => {
    if (isIP(entry) !== 0) return isIP(entry) === 4 ? `${entry}:53` : `[${entry}]:53`
    const [, address = '', port = ''] = /^(.+):(\d{1,5})$/.exec(entry) ?? []
    const bare = address.replace(/^\[(.+)\]$/, '$1')
    const isPlain = isIP(bare) === 4 ? bare === address : isIP(bare) === 6 && bare !== address
    if (!isPlain || !(Number(port) >= 1 && Number(port) <= 65_535)) {
      throw new ConfigError('DNS_SERVERS', `must hold addresses such as 9.9.9.9 or 127.0.0.1:5353, not '${entry}'.`)
    }
    return `${address}:${Number(port)}`
  })
}

const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
const NAME = new RegExp(`^(?:${LABEL}\\.)+${LABEL}$`)

/** Leaves room for a label before it. */
const MOST_CHARS = 180

function readName(get: Get, setting: string, example: string): string | null {
  const text = get(setting)
  if (text === undefined) return null
  const name = text.toLowerCase()
  if (!NAME.test(name) || name.length > MOST_CHARS || isIP(name) !== 0) {
    throw new ConfigError(setting, `must be a domain name such as ${example}, not '${text}'.`)
  }
  return name
}
