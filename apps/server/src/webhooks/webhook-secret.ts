import { randomBytes } from 'node:crypto'
import type { MasterKey } from '../platform/config/master-key.ts'

const SECRET_BYTES = 32

/** The secret that signs deliveries, in the form its owner stores. Its prefix tells a finder what it is. */
export const newWebhookSecret = (): string => `whsec_${randomBytes(SECRET_BYTES).toString('base64url')}`

/** Bound to its webhook. */
const purposeOf = (webhookId: string) => `webhook/${webhookId}`

export const sealSecret = (masterKey: Pick<MasterKey, 'seal'>, webhookId: string, secret: string): Buffer =>
  Buffer.from(masterKey.seal(purposeOf(webhookId), secret))

export const openSecret = (masterKey: Pick<MasterKey, 'open'>, webhookId: string, sealed: Uint8Array): string =>
  masterKey.open(purposeOf(webhookId), sealed)
