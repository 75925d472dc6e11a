import { isIP } from 'node:net'
import { ConfigError } from './config-error.ts'
import type { Get } from './env.ts'

/** Where this process receives the access log of a proxy. */
export interface ProxyLogSettings {
  /** An address of this machine. */
  address: string
  port: number
}

const NAME = 'PROXY_LOG'

/** Null: no proxy log is read. Throws ConfigError where the setting is invalid, or no proxy is trusted. */
export function readProxyLog(get: Get, trustedProxies: readonly string[]): ProxyLogSettings | null {
  const text = get(NAME)
  if (text === undefined) return null
  if (text.startsWith('unix:')) {
    throw new ConfigError(NAME, 'must be an address and a port, because Node cannot read datagrams from a Unix socket.')
  }
  const [, given = '', digits = ''] = /^(.+):(\d{1,5})$/.exec(text) ?? []
  const address = given.replace(/^\[(.+)\]$/, '$1')
  const port = Number(digits)
  const isWritten = isIP(address) === 4 ? given === address : isIP(address) === 6 && given !== address
  if (!isWritten || address.includes('%') || !(port >= 1 && port <= 65_535)) {
    throw new ConfigError(NAME, `must be an address and a port, such as 127.0.0.1:5514 or [::1]:5514, not '${text}'.`)
  }
  if (/^[0:.]+$/.test(address)) {
    throw new ConfigError(NAME, `must be one address of this machine, not all of them ('${text}').`)
  }
  if (trustedProxies.length === 0) {
    throw new ConfigError(NAME, 'is set, but TRUSTED_PROXIES names no proxy whose log can be trusted.')
  }
  return { address, port }
}
