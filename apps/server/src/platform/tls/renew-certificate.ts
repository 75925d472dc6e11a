import { createPrivateKey, createPublicKey, generateKeyPairSync, randomInt } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { getCACertificates } from 'node:tls'
import type { Context } from '../../context.ts'
import type { TlsSettings } from '../config/tls-settings.ts'
import { isDatabaseAway } from '../database/is-database-away.ts'
import { AcmeProblem } from './acme/acme-problem.ts'
import { AcmeSession } from './acme/acme-session.ts'
import { orderCertificate } from './acme/order-certificate.ts'
import { makeSigningRequest } from './acme/signing-request.ts'
import { type CertificatePair, openPair } from './certificate.ts'
import { keyPurpose } from './certificate-source.ts'
import {
  findAccountKey,
  forgetChallenge,
  keepAccountKey,
  keepCertificate,
  keepChallenge,
  listRenewals,
  putOffOrder,
  takeOrder,
} from './certificate-store.ts'
import { isLate, renewalTime, waitSeconds } from './renewal-time.ts'

/** What an order takes. */
export type OrderNeeds = Pick<Context, 'config' | 'db' | 'masterKey' | 'nodeId' | 'log' | 'clock'>
type Needs = OrderNeeds & Pick<Context, 'certificates' | 'alarms' | 'customHosts'>
type AcmeSettings = Extract<TlsSettings, { kind: 'acme' }>

/** Shorter than the right to order lasts. */
const ORDER_MS = 240_000
const CHANCES = 1_000_000
/** Custom hosts whose certificates one run renews; the next run is a minute later. */
const RENEWED_AT_ONCE = 5

/**
 * Orders the certificate of PUBLIC_URL's host where there is none, or it has used two thirds of its lifetime; only one
 * of all processes does it. Raises the alarm where a certificate, ordered or supplied, expires soon.
 */
export async function renewCertificate(ctx: Needs): Promise<void> {
  const { config, certificates, alarms, clock } = ctx
  if (config.tls === null || certificates === null) return
  if (config.tls.kind === 'acme') {
    await orderIfDue(ctx, config.tls, config.publicUrl.hostname)
    for (const host of await listRenewals(ctx.db, { butNot: config.publicUrl.hostname, most: RENEWED_AT_ONCE })) {
      if (await ctx.customHosts.isProven(host)) await orderIfDue(ctx, config.tls, host)
    }
  }
  await certificates.look()
  if (certificates.current && isLate(certificates.current, clock.nowMs())) alarms.note('certificate-ends')
}

/**
 * Orders a host's certificate where there is none or its renewal is due. 'not-due': also where another process orders it,
 * or an order failed too recently. `onTaken` may still prevent it by throwing.
 */
export async function orderIfDue(
  ctx: OrderNeeds,
  settings: AcmeSettings,
  host: string,
  onTaken: () => Promise<void> = async () => {},
): Promise<'ordered' | 'failed' | 'not-due'> {
  const { db, nodeId, log } = ctx
  const order = await takeOrder(db, host, nodeId)
  if (order === null) return 'not-due'
  log.info({ host, directory: settings.directory.href }, 'ordering a certificate')
  try {
    await onTaken()
    await keep(ctx, host, await obtain(ctx, settings, host))
    return 'ordered'
  } catch (error) {
    if (isDatabaseAway(error)) throw error
    const seconds = waitSeconds(order.failures + 1, error instanceof AcmeProblem ? error.retryAfterSeconds : null)
    const reason = (error as Error).message
    log.error({ host, reason, triesAgainInSeconds: seconds }, 'the certificate could not be obtained')
    await putOffOrder(db, { host, error: reason, seconds })
    return 'failed'
  }
}

async function obtain(ctx: OrderNeeds, settings: AcmeSettings, host: string): Promise<CertificatePair> {
  const { db } = ctx
  const signal = AbortSignal.timeout(ORDER_MS)
  const server = {
    directory: settings.directory.href,
    ca: settings.caFile === null ? null : [...getCACertificates('default'), await readCa(settings.caFile)],
    key: await accountKey(ctx, settings.directory.href),
    signal,
  }
  const session = await AcmeSession.open(server, settings.email)
  const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const chain = await orderCertificate({
    session,
    host,
    signingRequest: makeSigningRequest(host, keys),
    answering: {
      begin: (token, answer) => keepChallenge(db, token, answer),
      end: (token) => forgetChallenge(db, token),
    },
    signal,
  })
  return { chain, key: keys.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() }
}

async function keep({ db, masterKey }: OrderNeeds, host: string, pair: CertificatePair): Promise<void> {
  const certificate = openPair(pair)
  const { chain, startsAt, endsAt } = certificate
  if (!certificate.isFor(host)) throw new AcmeProblem(`the certificate authority answers one that is not for ${host}`)
  const renewAt = renewalTime(certificate, randomInt(CHANCES) / CHANCES)
  const sealed = masterKey.seal(keyPurpose(host), pair.key)
  await keepCertificate(db, { host, chain, sealed, startsAt, endsAt, renewAt })
}

/** The same key for every process and every order: authorities apply their limits to it. */
async function accountKey({ db, masterKey }: OrderNeeds, directory: string) {
  const purpose = `acme-account/${directory}`
  const kept =
    (await findAccountKey(db, directory)) ?? (await keepAccountKey(db, directory, masterKey.seal(purpose, newKey())))
  const privateKey = createPrivateKey(masterKey.open(purpose, kept))
  return { privateKey, publicKey: createPublicKey(privateKey) }
}

const newKey = (): string =>
  generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()

async function readCa(path: string): Promise<string> {
  return readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new AcmeProblem(`ACME_CA_FILE ${path} cannot be read (${error.code})`)
  })
}
