import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Context } from '../../src/context.ts'
import { openSigningDomains } from '../../src/mail-domains/index.ts'
import { type Clock, systemClock } from '../../src/platform/clock.ts'
import { type Config, readConfig } from '../../src/platform/config/config.ts'
import { type MasterKey, masterKeyOf } from '../../src/platform/config/master-key.ts'
import { openDatabase } from '../../src/platform/database/open.ts'
import { holdPresence } from '../../src/platform/database/starting/presence.ts'
import { openDns } from '../../src/platform/dns/dns.ts'
import { makeRateLimits } from '../../src/platform/http/limits/rate-limits.ts'
import { makeAlarms } from '../../src/platform/http/operating/alarms.ts'
import { newId } from '../../src/platform/ids.ts'
import { makeLog } from '../../src/platform/log.ts'
import type { MailTransport } from '../../src/platform/mail-transport/transport/mail-transport.ts'
import { openMailTransport } from '../../src/platform/mail-transport/transport/open-mail-transport.ts'
import { makeSigner } from '../../src/platform/signing/index.ts'
import { cloneDatabase } from '../database/test-database.ts'

export type TestContext = Pick<
  Context,
  | 'config'
  | 'log'
  | 'clock'
  | 'nodeId'
  | 'pool'
  | 'db'
  | 'readAs'
  | 'masterKey'
  | 'signer'
  | 'mailTransport'
  | 'signingDomains'
  | 'dns'
  | 'limits'
  | 'alarms'
>

/** What a use case needs without the app around it: its own database and folder, real mail, no worker, no HTTP. */
export async function openTestContext(
  env: Record<string, string> = {},
): Promise<{ ctx: TestContext; close(): Promise<void> }> {
  const database = await cloneDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'waybill-test-'))
  const config: Config = readConfig({ DATABASE_URL: database.url, DATA_DIR: dataDir, LOG_LEVEL: 'silent', ...env })
  const log = makeLog(config.logLevel)
  const { pool, db, readAs, connection, close } = await openDatabase(config, log)
  const nodeId = newId()
  const presence = await holdPresence(connection, nodeId, log)
  const masterKey: MasterKey = masterKeyOf(new Uint8Array(32).fill(7))
  const signer = makeSigner(masterKey)
  const clock: Clock = systemClock
  const mailTransport: MailTransport = openMailTransport(config, clock)
  const limits = makeRateLimits(db)
  const alarms = makeAlarms(db, log)
  const dns = openDns(config)
  const signingDomains = openSigningDomains({ config, log, clock, db, masterKey, dns })
  const mail = { mailTransport, signingDomains, dns }
  const ctx = { config, log, clock, nodeId, pool, db, readAs, masterKey, signer, limits, alarms, ...mail }
  return {
    ctx,
    async close() {
      await alarms.close()
      await mailTransport.close()
      await presence.release()
      await close()
      await database.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
