import { isIP } from 'node:net'
import { ConfigError } from './config-error.ts'

/**
 * The formats that a setting's text may have. Each function returns the value or throws a ConfigError that names the
 * variable.
 */

export function parsePort(name: string, text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0
  if (port < 1 || port > 65535) throw new ConfigError(name, `must be a port from 1 to 65535, not '${text}'.`)
  return port
}

export function parseWhole(name: string, text: string, max: number, min = 0): number {
  const value = /^\d{1,15}$/.test(text) ? Number(text) : -1
  const isInRange = value >= min && value <= max
  if (!isInRange) throw new ConfigError(name, `must be a whole number from ${min} to ${max}, not '${text}'.`)
  return value
}

/** A number above 0, such as 30 or 0.5. */
export function parseDecimal(name: string, text: string, max: number): number {
  const value = /^\d{1,6}(?:\.\d{1,6})?$/.test(text) ? Number(text) : 0
  if (!(value > 0 && value <= max)) throw new ConfigError(name, `must be a number above 0 up to ${max}, not '${text}'.`)
  return value
}

/** A line that pages show; null where it is not set. */
export function parseLine(name: string, text: string | undefined, maxChars: number): string | null {
  if (text === undefined) return null
  if (text.length > maxChars || /\p{Cc}/u.test(text))
    throw new ConfigError(name, `must be one line of at most ${maxChars} characters.`)
  return text
}

export function parseFlag(name: string, text: string): boolean {
  if (text === 'true' || text === '1') return true
  if (text === 'false' || text === '0') return false
  throw new ConfigError(name, `must be true or false, not '${text}'.`)
}

export function parseChoice<T extends string>(name: string, text: string, choices: readonly T[]): T {
  const choice = choices.find((one) => one === text)
  if (choice === undefined) throw new ConfigError(name, `must be one of ${choices.join(', ')}, not '${text}'.`)
  return choice
}

/** A web origin: http or https, host, port, and nothing after it. */
export function parseOrigin(name: string, text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null
  const isBare = url && url.pathname === '/' && !url.search && !url.hash && !url.username && !url.password
  if (!url || !isBare || !/^https?:$/.test(url.protocol) || !url.hostname) {
    throw new ConfigError(name, `must be an address like https://files.example.com without a path, not '${text}'.`)
  }
  return url
}

/** A page of another site: https, whatever follows; null where it is not set. */
export function parsePage(name: string, text: string | undefined): URL | null {
  if (text === undefined) return null
  const url = URL.parse(text)
  if (url?.protocol !== 'https:' || url.username || url.password) {
    throw new ConfigError(name, `must be an address like https://example.com/reviews, not '${text}'.`)
  }
  return url
}

/**
 * A connection URL of one of the protocols, kept as text. The value may hold a password, so no message quotes it. A
 * database URL may omit its host where `?host=` names a socket's folder.
 */
export function parseConnectionUrl(name: string, text: string, protocols: readonly string[], example: string): string {
  const protocol = protocols.find((one) => text.toLowerCase().startsWith(`${one}://`))
  const parseable = text.replace('@/', '@socket/')
  const url = URL.canParse(parseable) ? new URL(parseable) : null
  const hasHost = Boolean(url?.hostname || url?.searchParams.get('host'))
  if (!protocol || !hasHost || /\s/.test(text)) throw new ConfigError(name, `must look like ${example}.`)
  return text
}

/** Addresses and CIDR blocks, separated by commas; a single address becomes a block of one. */
export function parseCidrs(name: string, text: string): string[] {
  return splitList(text).map((entry) => {
    const [address = '', bits, ...rest] = entry.split('/')
    const version = isIP(address)
    const maxBits = version === 4 ? 32 : 128
    const isBlock = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= maxBits)
    if (!version || !isBlock || rest.length > 0 || address.includes('%')) {
      throw new ConfigError(name, `must hold addresses or CIDR blocks such as 10.0.0.0/8, not '${entry}'.`)
    }
    return `${address}/${bits ?? maxBits}`
  })
}

/** Hosts with their ports, separated by commas, in the notation of a URL: lower case, IPv6 in brackets. */
export function parseHostPorts(name: string, text: string): string[] {
  return splitList(text).map((entry) => {
    const [, host = '', port = ''] = /^(.+):(\d{1,5})$/.exec(entry) ?? []
    const url = URL.canParse(`https://${host}`) ? new URL(`https://${host}`) : null
    if (!url || url.host !== host.toLowerCase() || url.port !== '' || !(Number(port) >= 1 && Number(port) <= 65_535)) {
      throw new ConfigError(name, `must hold hosts with their ports such as hooks.lan:8443, not '${entry}'.`)
    }
    return `${url.hostname}:${Number(port)}`
  })
}

/** A secret that is sent in URLs; no message quotes it. */
export function parseToken(name: string, text: string | undefined): string | null {
  if (text === undefined) return null
  if (!/^[\w.~-]{16,256}$/.test(text)) {
    throw new ConfigError(name, "must be 16 to 256 letters, digits and the signs '-', '_', '.' and '~'.")
  }
  return text
}

export function splitList(text: string): string[] {
  return text
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean)
}

const addressForm = /^[^\s@<>(),:;"\\[\]]{1,64}@(?:[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?|\[[0-9a-f.:ipv]+\])$/i

export function parseAddress(name: string, text: string): string {
  if (!addressForm.test(text)) throw new ConfigError(name, `must be an email address, not '${text}'.`)
  return text
}

/** `name@host` or `Display name <name@host>`, on one line. */
export function parseMailbox(name: string, text: string): string {
  const display = /^([^<>]*)<([^<>]+)>$/.exec(text)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
  if (/[\x00-\x1f\x7f]/.test(text) || !addressForm.test(display?.[2] ?? text)) {
    throw new ConfigError(name, `must look like 'Waybill <no-reply@example.com>', not '${text}'.`)
  }
  return text
}
