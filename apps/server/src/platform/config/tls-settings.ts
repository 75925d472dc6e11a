import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { ConfigError } from './config-error.ts'
import type { Get } from './env.ts'
import { parseAddress, parseChoice, parsePort } from './setting-forms.ts'

/** Where the certificate of PUBLIC_URL's host comes from, and the port that redirects from http to https. */
export type TlsSettings = { httpPort: number | null } & (
  | { kind: 'files'; certFile: string; keyFile: string }
  | { kind: 'acme'; directory: URL; email: string | null; caFile: string | null; httpPort: number }
)

const FILES = ['TLS_CERT_FILE', 'TLS_KEY_FILE'] as const
const ACME = ['ACME_DIRECTORY', 'ACME_EMAIL', 'ACME_CA_FILE'] as const
const LETS_ENCRYPT = 'https://acme-v02.api.letsencrypt.org/directory'

/**
 * How this process speaks HTTPS; null where it does not, though a proxy may. `TLS` decides; where it is unset, the two
 * file settings decide. Throws ConfigError where settings contradict each other or one of a group is missing.
 */
export function readTls(get: Get): TlsSettings | null {
  const said = get('TLS')
  const [certFile, keyFile] = FILES.map((name) => get(name))
  const [directory, email, caFile] = ACME.map((name) => get(name))
  const hasFile = (certFile ?? keyFile) !== undefined
  const kind = said === undefined ? (hasFile ? 'files' : 'off') : parseChoice('TLS', said, ['off', 'files', 'acme'])
  if (kind !== 'files') refuse(get, FILES, kind)
  if (kind !== 'acme') refuse(get, ACME, kind)
  if (kind === 'off') {
    refuse(get, ['HTTP_PORT'], kind)
    return null
  }
  const host = readHttpsHost(get, kind)
  const httpPort = readHttpPort(get)
  if (kind === 'files') {
    if (certFile === undefined) throw new ConfigError('TLS_CERT_FILE', missing('TLS_KEY_FILE', keyFile))
    if (keyFile === undefined) throw new ConfigError('TLS_KEY_FILE', missing('TLS_CERT_FILE', certFile))
    return { kind, certFile: resolve(certFile), keyFile: resolve(keyFile), httpPort }
  }
  requireName(host)
  if (httpPort === null)
    throw new ConfigError('HTTP_PORT', 'cannot be off with TLS=acme, because it answers the challenges.')
  return {
    kind,
    directory: parseDirectory(directory ?? LETS_ENCRYPT),
    email: email === undefined ? null : parseAddress('ACME_EMAIL', email),
    caFile: caFile === undefined ? null : resolve(caFile),
    httpPort,
  }
}

const missing = (other: string, value: string | undefined) =>
  value === undefined ? 'is missing while TLS is files.' : `is missing while ${other} is set.`

function refuse(get: Get, names: readonly string[], kind: string): void {
  const name = names.find((one) => get(one) !== undefined)
  if (name !== undefined) throw new ConfigError(name, `is set, but TLS is ${kind}. Remove one of the two.`)
}

/** Links in mails are made from PUBLIC_URL: they must not lead to a port without HTTPS, or to another server. */
function readHttpsHost(get: Get, kind: string): string {
  const text = get('PUBLIC_URL')
  const url = text !== undefined && URL.canParse(text) ? new URL(text) : null
  if (url?.protocol !== 'https:') {
    throw new ConfigError(
      'PUBLIC_URL',
      `must be an https address while TLS is ${kind}, such as https://files.example.com.`,
    )
  }
  return url.hostname
}

/** A certificate authority only signs public host names that it can look up. */
function requireName(host: string): void {
  if (isIP(host.replace(/^\[(.+)\]$/, '$1')) !== 0 || !host.includes('.') || host.endsWith('.')) {
    throw new ConfigError('PUBLIC_URL', `must have a domain name as its host while TLS is acme, not '${host}'.`)
  }
}

function readHttpPort(get: Get): number | null {
  const text = get('HTTP_PORT') ?? '80'
  return text === 'off' ? null : parsePort('HTTP_PORT', text)
}

function parseDirectory(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url?.protocol !== 'https:') {
    throw new ConfigError('ACME_DIRECTORY', `must be an https address, such as ${LETS_ENCRYPT}, not '${text}'.`)
  }
  return url
}
