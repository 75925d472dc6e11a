import { createPrivateKey, createPublicKey, generateKeyPair, type KeyObject } from 'node:crypto'
import { promisify } from 'node:util'
import type { MasterKey } from '../platform/config/master-key.ts'
import { signMessage } from '../platform/mail-transport/index.ts'
import type { Slot } from './mail-domain-state.ts'

const generate = promisify(generateKeyPair)

/** Receivers with old software verify no other kind of key. */
const BITS = 2_048

export interface NewKey {
  /** As DNS has it. */
  publicKey: string
  sealed: Uint8Array
}

const purposeOf = (domainId: string, slot: Slot) => `mail-key/${domainId}/${slot}`

/** A key pair whose private half only this server can open. */
export async function makeKey(masterKey: MasterKey, domainId: string, slot: Slot): Promise<NewKey> {
  const { privateKey } = await generate('rsa', { modulusLength: BITS })
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }) as string
  const made = { publicKey: publicHalf(privateKey), sealed: masterKey.seal(purposeOf(domainId, slot), pem) }
  openKey(masterKey, { domainId, slot, ...made })
  return made
}

/** The private key, once it has signed a probe. Throws where it cannot be opened, or is not the half of the public one. */
export function openKey(
  masterKey: Pick<MasterKey, 'open'>,
  { domainId, slot, publicKey, sealed }: { domainId: string; slot: Slot } & NewKey,
): KeyObject {
  const privateKey = createPrivateKey(masterKey.open(purposeOf(domainId, slot), sealed))
  if (publicHalf(privateKey) !== publicKey) throw new Error(`The key ${slot} of ${domainId} is not the published one`)
  signMessage(PROBE, { domain: 'probe.example', selector: 'probe', privateKey })
  return privateKey
}

const PROBE = Buffer.from('From: probe@probe.example\r\nSubject: probe\r\n\r\nprobe\r\n')

const publicHalf = (privateKey: KeyObject): string =>
  createPublicKey(privateKey).export({ type: 'spki', format: 'der' }).toString('base64')
