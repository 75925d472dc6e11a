import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import { PASSWORD_MIN_CHARS } from '@waybill/contract/identity/passwords'
import { type AnchorSettings, readAnchors } from './anchor-settings.ts'
import { type CompanySettings, readCompany } from './company-settings.ts'
import { ConfigError } from './config-error.ts'
import { type CrowdSettings, readCrowd } from './crowd-settings.ts'
import { type DomainSettings, readDomains } from './domain-settings.ts'
import { type Env, type Get, resolveSecretFiles } from './env.ts'
import { type InboundSettings, readInbound } from './inbound-settings.ts'
import { type PaymentSettings, readPayments } from './payment-settings.ts'
import { type ProxyLogSettings, readProxyLog } from './proxy-log-settings.ts'
import { readScan, type ScanSettings } from './scan-settings.ts'
import * as forms from './setting-forms.ts'
import { readStores, type StoresSettings } from './store-settings.ts'
import { readTls, type TlsSettings } from './tls-settings.ts'

export type DatabaseSettings = { kind: 'embedded'; dir: string } | { kind: 'url'; url: string }
export type MailTransportSettings = { kind: 'outbox'; dir: string } | { kind: 'smtp'; url: string }

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

/** Everything an operator may set, checked. The README's table is the same list. Folders are absolute paths. */
export interface Config extends AnchorSettings, CompanySettings, DomainSettings, StoresSettings {
  port: number
  host: string
  /** An origin: scheme, host and port alone. */
  publicUrl: URL
  publicUrlIsDefault: boolean
  /** Null: this process speaks plain HTTP, by itself or behind a proxy. */
  tls: TlsSettings | null
  dataDir: string
  database: DatabaseSettings
  mail: { from: string; transport: MailTransportSettings }
  /** The mailbox that undeliverable mails and replies to conversations come to; null: none is read. */
  inbound: InboundSettings | null
  /** The folder of the store 'disk', whatever `stores` says: files already there stay readable. */
  blobsDir: string
  masterKeyFile: string
  /** CIDR blocks. */
  trustedProxies: string[]
  /** Null: what a proxy forwards is believed, but its log of what it sent is not read. */
  proxyLog: ProxyLogSettings | null
  /** 'auto': three free ports after `port`. */
  uploadPorts: number[] | 'auto'
  crowd: CrowdSettings
  supportEmail: string
  /** A page on which accounts may review the service; null: they are not asked. */
  reviewUrl: URL | null
  /** 'site': the icon of an account's company is fetched from the site of its address's domain. */
  logoLookup: 'off' | 'site'
  /** Null: nothing is on sale. */
  payments: PaymentSettings
  /** Days after which an event's IP address is dropped. */
  ipRetentionDays: number
  /** Days after which the record of a visitor's ended transfer is erased, and what became of a mail is deleted. */
  retention: { visitorRecordDays: number; mailDays: number }
  /** How often every stored file is read again, and the maximum rate; 0 bytes a second: never. */
  rereading: { days: number; bytesPerSecond: number }
  /** The origin of users' bytes; null: they are served at PUBLIC_URL. */
  contentUrl: URL | null
  /** The virus scanner; null: files are not scanned. */
  scan: ScanSettings | null
  /** Minimum length of a new password; never below the contract's. */
  passwordMinChars: number
  /** `host:port` pairs that webhooks may call at any address, internal ones included. */
  webhookAllowHosts: string[]
  /** The same for the OpenID providers of companies. */
  ssoAllowHosts: string[]
  logLevel: LogLevel
  /** Gives access to health's details and the mailbox; null: a token is derived from the master key. */
  operatorToken: string | null
  /** With which Prometheus reads what processes count; null: only from this machine. */
  metricsToken: string | null
  /** How long a process keeps accepting requests after the signal to stop, while health reports that it is stopping. */
  drainSeconds: number
  /** How long running requests may then take to finish. */
  stopSeconds: number
  /** Of transfers that are sent while they upload. */
  arrival: {
    /** How long a download waits for the next byte of its file before its connection is cut. */
    waitSeconds: number
    /** After how long without a part an upload has broken off. */
    brokenMinutes: number
  }
  /** The raw text of every setting by name, secrets included; null where unset. Only used to detect changes. */
  given: ReadonlyMap<string, string | null>
}

/** Reads the settings from `env`. Throws ConfigError with one sentence for the first invalid one. */
export function readConfig(
  env: Env,
  readFile: (path: string) => string = (path) => readFileSync(path, 'utf8'),
): Config {
  const settings = resolveSecretFiles(env, readFile)
  const asked = new Map<string, string | null>()
  const get = (name: string): string | undefined => {
    const text = settings[name]?.trim() || undefined
    asked.set(name, text ?? null)
    return text
  }

  const listening = readListening(get)
  const dataDir = resolve(get('DATA_DIR') ?? './data')
  const blobsDir = join(dataDir, 'blobs')
  const mailHost = mailHostOf(listening.publicUrl)
  const trustedProxies = forms.parseCidrs('TRUSTED_PROXIES', get('TRUSTED_PROXIES') ?? '')
  return {
    ...listening,
    dataDir,
    database: readDatabase(get, dataDir),
    mail: readMail(get, dataDir, mailHost),
    inbound: readInbound(get),
    ...readStores(get, dataDir),
    blobsDir,
    masterKeyFile: resolve(get('MASTER_KEY_FILE') ?? join(dataDir, 'master.key')),
    trustedProxies,
    proxyLog: readProxyLog(get, trustedProxies),
    crowd: readCrowd(get),
    supportEmail: forms.parseAddress('SUPPORT_EMAIL', get('SUPPORT_EMAIL') ?? `support@${mailHost}`),
    reviewUrl: forms.parsePage('REVIEW_URL', get('REVIEW_URL')),
    logoLookup: forms.parseChoice('LOGO_LOOKUP', get('LOGO_LOOKUP') ?? 'off', ['off', 'site'] as const),
    payments: readPayments(get, { isTried: listening.publicUrlIsDefault }),
    ipRetentionDays: forms.parseWhole('IP_RETENTION_DAYS', get('IP_RETENTION_DAYS') ?? '30', 3650),
    retention: readRetention(get),
    rereading: readRereading(get),
    contentUrl: readContentUrl(get, listening.publicUrl),
    scan: readScan(get),
    passwordMinChars: forms.parseWhole(
      'PASSWORD_MIN_LENGTH',
      get('PASSWORD_MIN_LENGTH') ?? `${PASSWORD_MIN_CHARS}`,
      64,
      PASSWORD_MIN_CHARS,
    ),
    ...readAnchors(get),
    ...readCompany(get),
    ...readDomains(get),
    ...readAllowedHosts(get),
    logLevel: forms.parseChoice('LOG_LEVEL', get('LOG_LEVEL') ?? 'info', logLevels),
    operatorToken: forms.parseToken('OPERATOR_TOKEN', get('OPERATOR_TOKEN')),
    metricsToken: forms.parseToken('METRICS_TOKEN', get('METRICS_TOKEN')),
    drainSeconds: forms.parseWhole('DRAIN_SECONDS', get('DRAIN_SECONDS') ?? '0', 3_600),
    stopSeconds: forms.parseWhole('STOP_SECONDS', get('STOP_SECONDS') ?? '10', 86_400),
    arrival: readArrival(get),
    given: asked,
  }
}

const readArrival = (get: Get): Config['arrival'] => ({
  waitSeconds: forms.parseWhole('ARRIVAL_WAIT_SECONDS', get('ARRIVAL_WAIT_SECONDS') ?? '45', 3_600, 1),
  brokenMinutes: forms.parseWhole('ARRIVAL_BROKEN_MINUTES', get('ARRIVAL_BROKEN_MINUTES') ?? '30', 10_080, 1),
})

const readRetention = (get: Get): Config['retention'] => ({
  visitorRecordDays: forms.parseWhole('VISITOR_RECORD_DAYS', get('VISITOR_RECORD_DAYS') ?? '395', 36_500, 1),
  // Refusals and complaints are counted among the mails of 30 days.
  mailDays: forms.parseWhole('MAIL_DAYS', get('MAIL_DAYS') ?? '90', 36_500, 31),
})

const readRereading = (get: Get): Config['rereading'] => ({
  days: forms.parseDecimal('REREAD_DAYS', get('REREAD_DAYS') ?? '30', 365),
  bytesPerSecond: forms.parseWhole(
    'REREAD_BYTES_PER_SECOND',
    get('REREAD_BYTES_PER_SECOND') ?? '16000000',
    999_999_999,
  ),
})

function readContentUrl(get: Get, publicUrl: URL): URL | null {
  const text = get('CONTENT_URL')
  if (text === undefined) return null
  const url = forms.parseOrigin('CONTENT_URL', text)
  // A page over https may not lead to http, and cookies of a host reach all of its ports.
  if (url.hostname === publicUrl.hostname || url.protocol !== publicUrl.protocol)
    throw new ConfigError('CONTENT_URL', 'must have another host than PUBLIC_URL, and the same protocol.')
  return url
}

const readAllowedHosts = (get: Get): Pick<Config, 'webhookAllowHosts' | 'ssoAllowHosts'> => ({
  webhookAllowHosts: forms.parseHostPorts('WEBHOOK_ALLOW_HOSTS', get('WEBHOOK_ALLOW_HOSTS') ?? ''),
  ssoAllowHosts: forms.parseHostPorts('SSO_ALLOW_HOSTS', get('SSO_ALLOW_HOSTS') ?? ''),
})

type Listening = Pick<Config, 'port' | 'host' | 'publicUrl' | 'publicUrlIsDefault' | 'tls' | 'uploadPorts'>

/** A process that terminates HTTPS itself listens to the public, at the port of PUBLIC_URL. */
function readListening(get: Get): Listening {
  const tls = readTls(get)
  const port = forms.parsePort('PORT', get('PORT') ?? (tls ? portOf(get('PUBLIC_URL')) : '3000'))
  const { publicUrl, publicUrlIsDefault } = readPublicUrl(get, port)
  const uploadPorts = readUploadPorts(get, port, publicUrlIsDefault)
  requireOwnPort(tls, [port, ...(uploadPorts === 'auto' ? [] : uploadPorts)])
  return { port, host: readHost(get, tls ? '::' : '127.0.0.1'), publicUrl, publicUrlIsDefault, tls, uploadPorts }
}

/** The port that browsers connect to: https without a port is 443. */
const portOf = (publicUrl: string | undefined): string =>
  (publicUrl && URL.canParse(publicUrl) && new URL(publicUrl).port) || '443'

function requireOwnPort(tls: TlsSettings | null, ports: readonly number[]): void {
  if (tls?.httpPort && ports.includes(tls.httpPort)) {
    throw new ConfigError('HTTP_PORT', `must be a different port from PORT and UPLOAD_PORTS, not ${tls.httpPort}.`)
  }
}

function readHost(get: Get, preset: string): string {
  const host = (get('HOST') ?? preset).replace(/^\[(.+)\]$/, '$1')
  if (!isIP(host) && !/^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/i.test(host)) {
    throw new ConfigError('HOST', `must be an address or a name to listen on, not '${host}'.`)
  }
  return host
}

function readPublicUrl(get: Get, port: number): Pick<Config, 'publicUrl' | 'publicUrlIsDefault'> {
  const byDefault = new URL(`http://localhost:${port}`)
  const text = get('PUBLIC_URL')
  const publicUrl = text === undefined ? byDefault : forms.parseOrigin('PUBLIC_URL', text)
  return { publicUrl, publicUrlIsDefault: publicUrl.origin === byDefault.origin }
}

function readDatabase(get: Get, dataDir: string): DatabaseSettings {
  const url = get('DATABASE_URL')
  if (url === undefined) return { kind: 'embedded', dir: join(dataDir, 'pg') }
  const example = 'postgres://user:password@host:5432/waybill'
  return { kind: 'url', url: forms.parseConnectionUrl('DATABASE_URL', url, ['postgres', 'postgresql'], example) }
}

function readMail(get: Get, dataDir: string, host: string): Config['mail'] {
  const from = forms.parseMailbox('MAIL_FROM', get('MAIL_FROM') ?? `Waybill <no-reply@${host}>`)
  const url = get('SMTP_URL')
  if (url === undefined) return { from, transport: { kind: 'outbox', dir: join(dataDir, 'outbox') } }
  forms.parseConnectionUrl('SMTP_URL', url, ['smtp', 'smtps'], 'smtp://user:password@host:587')
  return { from, transport: { kind: 'smtp', url } }
}

function readUploadPorts(get: Get, port: number, publicUrlIsDefault: boolean): Config['uploadPorts'] {
  const text = get('UPLOAD_PORTS')
  if (text === undefined) return publicUrlIsDefault ? 'auto' : []
  if (text === 'auto') return 'auto'
  if (text === 'none') return []
  const ports = forms.splitList(text).map((entry) => forms.parsePort('UPLOAD_PORTS', entry))
  if (new Set([port, ...ports]).size !== ports.length + 1) {
    throw new ConfigError('UPLOAD_PORTS', `must name ports that differ from each other and from PORT, not '${text}'.`)
  }
  return ports
}

/** The host as the right side of a mail address: an IP address stands in brackets (RFC 5321, 4.1.3). */
function mailHostOf(url: URL): string {
  const host = url.hostname
  if (isIP(host) === 4) return `[${host}]`
  return host.startsWith('[') ? `[IPv6:${host.slice(1)}` : host
}
