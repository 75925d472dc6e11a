import { runMigrations } from 'graphile-worker'
import type { Kysely } from 'kysely'
import type pg from 'pg'
import type { Logger } from 'pino'
import { type Content, openContent } from './content/index.ts'
import { openSigningDomains } from './mail-domains/index.ts'
import { type Clock, systemClock } from './platform/clock.ts'
import type { Config } from './platform/config/config.ts'
import type { MasterKey } from './platform/config/master-key.ts'
import { asStartError, openDataDir } from './platform/config/own-folder.ts'
import { openDatabase } from './platform/database/open.ts'
import { createPool } from './platform/database/pool.ts'
import type { ReadAs } from './platform/database/read-as.ts'
import type { Database } from './platform/database/schema.ts'
import { fingerprintOf, openMasterKey } from './platform/database/starting/check-master-key.ts'
import { holdMailWay } from './platform/database/starting/hold-mail-way.ts'
import { holdPresence, type Presence } from './platform/database/starting/presence.ts'
import { type Dns, openDns } from './platform/dns/dns.ts'
import type { Geo } from './platform/geo/geo.ts'
import { openGeo } from './platform/geo/open-geo.ts'
import { CustomHosts } from './platform/http/custom-hosts/custom-hosts.ts'
import type { SelfCheck } from './platform/http/front/self-check.ts'
import { makeRateLimits, type RateLimits } from './platform/http/limits/rate-limits.ts'
import { type Alarms, makeAlarms } from './platform/http/operating/alarms.ts'
import { makeOrigins, type Origins } from './platform/http/origins.ts'
import { openProxyLog, type ProxyLog } from './platform/http/proxies/proxy-log.ts'
import { newId } from './platform/ids.ts'
import { lanes } from './platform/jobs/lanes.ts'
import { PatientPool } from './platform/jobs/patient-pool.ts'
import { type BounceMailbox, openBounceMailbox } from './platform/mail-transport/bounces/bounce-mailbox.ts'
import type { SigningDomains } from './platform/mail-transport/signing-domains.ts'
import type { MailTransport } from './platform/mail-transport/transport/mail-transport.ts'
import { openMailTransport } from './platform/mail-transport/transport/open-mail-transport.ts'
import { outboxIdOf } from './platform/mail-transport/transport/outbox-id.ts'
import { Metrics } from './platform/metrics/metrics.ts'
import { type Outbound, openOutbound } from './platform/outbound/index.ts'
import { openPayments, type Payments } from './platform/payments/open-payments.ts'
import { openPictures, type Pictures } from './platform/sandbox/index.ts'
import { noteSettings } from './platform/security-log/note-settings.ts'
import { openSecurityLog, type SecurityLog } from './platform/security-log/security-log.ts'
import { makeSigner, type Signer } from './platform/signing/index.ts'
import { type Hashing, openHashing, openStores, type Stores } from './platform/storage/index.ts'
import { openThreads, type Threads } from './platform/threads/index.ts'
import type { Certificates } from './platform/tls/certificates.ts'
import { openCertificates } from './platform/tls/open-certificates.ts'
import { LineMemory } from './uploads/index.ts'

/** Everything that a use case may need; each takes only what it uses, `Pick<Context, 'db' | 'stores'>`. */
export interface Context {
  config: Config
  log: Logger
  clock: Clock
  /** This process, for leases and jobs: its presence lock is held while it lives. */
  nodeId: string
  presence: Presence
  pool: pg.Pool
  db: Kysely<Database>
  /** For an account's reads of its own data. */
  readAs: ReadAs
  /** The job runner's own connections, so that long jobs never starve requests. */
  jobPool: pg.Pool
  /** For a caller's own sessions, such as LISTEN. */
  connection: pg.ClientConfig
  masterKey: MasterKey
  signer: Signer
  stores: Stores
  hashing: Hashing
  geo: Geo
  pictures: Pictures
  mailTransport: MailTransport
  /** The domains that mails of workspaces leave from. */
  signingDomains: SigningDomains
  /** Null: neither returned mails nor replies to conversations are read. */
  bounceMailbox: BounceMailbox | null
  limits: RateLimits
  metrics: Metrics
  alarms: Alarms
  security: SecurityLog
  /** Gives access to this server's private data: health's details, the mailbox. */
  operatorToken: string
  /** Whether this process accepts work; not after it was told to stop. */
  readiness: { isReady: boolean; isStopping: boolean }
  selfCheck: SelfCheck
  origins: Origins
  /** What devices last reached with their uploads. */
  lines: LineMemory
  customHosts: CustomHosts
  /** Articles, help, updates: what we publish. */
  content: Content
  outbound: Outbound
  dns: Dns
  threads: Threads
  /** Null: nothing is for sale. */
  payments: Payments | null
  /** Null: this process does not use TLS. */
  certificates: Certificates | null
  /** Null: no proxy reports what it has sent. */
  proxyLog: ProxyLog | null
}

/** They count due jobs, fetch them and report their end. */
const JOB_POOL_MAX = 8

/** The only place where parts are created and connected; `close` ends them in reverse order. */
export async function openContext(config: Config, log: Logger): Promise<{ ctx: Context; close(): Promise<void> }> {
  const closers: Array<() => Promise<unknown>> = []
  const close = async () => {
    for (const closer of closers.toReversed()) await closer().catch((error) => log.warn({ error }, 'closing failed'))
  }
  try {
    await openDataDir(config.dataDir, log)
    return { ctx: await makeContext(config, log, (closer) => closers.push(closer)), close }
  } catch (error) {
    await close()
    throw asStartError(error, config.dataDir)
  }
}

/** Registers what ends a part. */
type AtEnd = (closer: () => Promise<unknown>) => void

async function makeContext(config: Config, log: Logger, atEnd: AtEnd): Promise<Context> {
  const origins = makeOrigins(config)
  const { pool, db, readAs, connection, close: closeDatabase } = await openDatabase(config, log)
  atEnd(closeDatabase)
  const security = openSecurityLog({ db, log, clock: systemClock })
  atEnd(() => security.close())
  const masterKey = await openKey(db, config, security)
  const jobPool = createPool(connection, log, { max: JOB_POOL_MAX, name: 'waybill-jobs' }, PatientPool)
  atEnd(() => jobPool.end())
  await runMigrations({ pgPool: jobPool })
  const nodeId = newId()
  const presence = await holdPresence(connection, nodeId, log)
  atEnd(() => presence.release())
  const mailWay = await holdMailWay(connection, await mailWayOf(config), log)
  atEnd(() => mailWay.release())
  const metrics = openMetrics(atEnd)
  const stores = await openCountedStores({ config, masterKey, log, origins, metrics }, atEnd)
  const hashing = openHashing(config, stores)
  atEnd(async () => hashing.close())
  const mail = openMail(config, atEnd)
  const geo = await openGeo(log)
  // One child stays free for people who wait for their picture.
  const pictures = openPictures(log, { children: lanes.heavy.places + 1 })
  atEnd(() => pictures.close())
  const alarms = makeAlarms(db, log)
  atEnd(() => alarms.close())
  await noteSettings({ db, config, masterKey, security })
  const outbound = openWayOut(config, log, atEnd)
  const threads = openThreads()
  atEnd(() => threads.close())
  const certificates = await openCertificates({ config, db, masterKey, log, security })
  atEnd(async () => certificates?.close())
  const proxyLog = await openProxyLog(config, log)
  atEnd(async () => proxyLog?.close())
  const opened = { pool, db, readAs, jobPool, connection, masterKey, stores, hashing, geo, pictures, ...mail, metrics }
  const made = {
    clock: systemClock,
    nodeId,
    presence,
    signer: makeSigner(masterKey),
    limits: makeRateLimits(db),
    alarms,
    security,
    origins,
    outbound,
    payments: await openPayments({ config, db, clock: systemClock, masterKey }),
    threads,
    certificates,
    proxyLog,
  }
  return { config, log, ...opened, ...made, ...ownOf(config, masterKey), ...openNames(config, log, db, masterKey) }
}

function openMetrics(atEnd: AtEnd): Metrics {
  const metrics = new Metrics()
  atEnd(async () => metrics.close())
  return metrics
}

type Storing = Pick<Context, 'config' | 'masterKey' | 'log' | 'origins' | 'metrics'>

async function openCountedStores({ origins, metrics, ...needs }: Storing, atEnd: AtEnd): Promise<Stores> {
  const stores = await openStores({ ...needs, pageOrigins: origins.bucketOrigins, onS3Call: metrics.noteS3Call })
  atEnd(() => stores.close())
  return stores
}

/** What needs nothing opened before it. */
const ownOf = (
  config: Config,
  masterKey: MasterKey,
): Pick<Context, 'operatorToken' | 'readiness' | 'selfCheck' | 'content' | 'lines'> => ({
  operatorToken: tokenOf(config, masterKey),
  readiness: { isReady: false, isStopping: false },
  selfCheck: { findings: null },
  content: openContent(config),
  lines: new LineMemory(systemClock),
})

const tokenOf = ({ operatorToken }: Config, masterKey: MasterKey): string =>
  operatorToken ?? Buffer.from(masterKey.derive('operator-token', 16)).toString('base64url')

function openWayOut(config: Config, log: Logger, atEnd: AtEnd): Context['outbound'] {
  const outbound = openOutbound({
    allowed: new Set(config.webhookAllowHosts),
    providersAllowed: new Set(config.ssoAllowHosts),
    onBroken: (error) => log.error({ error }, 'work beside the jobs failed'),
  })
  atEnd(() => outbound.close())
  return outbound
}

/** The mail transport, and the reader of returned mails and replies. */
function openMail(config: Config, atEnd: AtEnd): Pick<Context, 'mailTransport' | 'bounceMailbox'> {
  const mailTransport = openMailTransport(config, systemClock)
  atEnd(() => mailTransport.close())
  const bounceMailbox = config.inbound && openBounceMailbox(config.inbound, systemClock)
  atEnd(async () => bounceMailbox?.close())
  return { mailTransport, bounceMailbox }
}

/** A key that is new to the database, or not its own, is recorded by its fingerprint. */
async function openKey(db: Context['db'], config: Config, security: SecurityLog): Promise<MasterKey> {
  const { masterKey, isNew } = await openMasterKey(db, config.masterKeyFile, (fingerprint) =>
    security.note({ event: 'master-key', outcome: 'refused', facts: { fingerprint } }),
  )
  const fingerprint = fingerprintOf(masterKey).toString('hex')
  if (isNew) security.note({ event: 'master-key', outcome: 'ok', facts: { fingerprint, isNew } })
  return masterKey
}

/** What names of workspaces need: custom hosts, and domains that mails leave from. */
function openNames(
  config: Config,
  log: Logger,
  db: Context['db'],
  masterKey: MasterKey,
): Pick<Context, 'dns' | 'customHosts' | 'signingDomains'> {
  const dns = openDns(config)
  return {
    dns,
    customHosts: new CustomHosts({ db, config, clock: systemClock }),
    signingDomains: openSigningDomains({ config, log, db, masterKey, clock: systemClock, dns }),
  }
}

/** Where this process delivers mails, by a name that is equal in processes which share it. */
const mailWayOf = async ({ mail: { transport } }: Config): Promise<string> =>
  transport.kind === 'smtp' ? 'smtp' : outboxIdOf(transport.dir)
