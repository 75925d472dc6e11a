import type { SecondFactorAsked } from '@waybill/contract/identity/session-endpoints'
import type { Kysely } from 'kysely'
import type { Context } from '../../../context.ts'
import type { Database } from '../../../platform/database/schema.ts'
import { readTotp, useTotpStep } from '../../accounts/index.ts'
import { findPasskey, listPasskeys, readFactorsOn, usePasskey, useRecoveryCode } from './factor-store.ts'
import { provenRequest, requestOptions } from './passkey-proof.ts'
import { hashRecoveryCode } from './recovery-codes.ts'
import { openTotp, totpStepOf } from './totp.ts'
import { typedDigits } from './typed-code.ts'

type Needs = Pick<Context, 'db' | 'masterKey' | 'config'>
/** At most 1,023 bytes, base64url (WebAuthn, 5.8.3). */
const CREDENTIAL_ID = /^[\w-]{1,1364}$/

export type FactorKind = SecondFactorAsked['secondFactor']['kinds'][number]

export interface FactorAnswer {
  /** Six digits of an authenticator, or a recovery code. */
  code?: string | undefined
  /** WebAuthn's assertion as JSON. */
  passkey?: Record<string, unknown> | undefined
  /** The challenge that the passkey had to sign. */
  challenge: string | null
}

/** The active second factors; empty: the password alone signs in. */
export async function listFactorKinds(db: Kysely<Database>, accountId: string): Promise<FactorKind[]> {
  const { hasTotp, passkeyCount, recoveryCodesLeft } = await readFactorsOn(db, accountId)
  const kinds: FactorKind[] = [
    ...(passkeyCount > 0 ? (['passkey'] as const) : []),
    ...(hasTotp ? (['totp'] as const) : []),
  ]
  return kinds.length > 0 && recoveryCodesLeft > 0 ? [...kinds, 'recovery'] : kinds
}

/** A challenge for a passkey, and the options for `navigator.credentials.get`; null where there is no passkey. */
export async function passkeyLoginOptions(
  ctx: Needs,
  accountId: string,
): Promise<{ challenge: string; options: unknown } | null> {
  const known = await listPasskeys(ctx.db, accountId)
  if (known.length === 0) return null
  const options = await requestOptions(ctx, known)
  return { challenge: options.challenge, options }
}

/** Whether the answer is right. A code is valid once: call it in the transaction that signs in. */
export async function verifyFactor(
  ctx: Needs,
  tx: Kysely<Database>,
  accountId: string,
  { code, passkey, challenge }: FactorAnswer,
): Promise<boolean> {
  if (code !== undefined) {
    return (await isTotp(ctx, tx, accountId, typedDigits(code))) || (await isRecoveryCode(ctx, tx, accountId, code))
  }
  return passkey !== undefined && challenge !== null && isPasskey(ctx, tx, accountId, passkey, challenge)
}

async function isTotp(ctx: Needs, tx: Kysely<Database>, accountId: string, digits: string): Promise<boolean> {
  const { sealed, nowMs } = await readTotp(tx, accountId)
  if (sealed === null) return false
  const step = totpStepOf(openTotp(ctx.masterKey, accountId, sealed), digits, nowMs)
  return step !== null && useTotpStep(tx, accountId, step)
}

async function isRecoveryCode(ctx: Needs, tx: Kysely<Database>, accountId: string, code: string): Promise<boolean> {
  const hash = hashRecoveryCode(ctx.masterKey, accountId, code)
  return hash !== null && useRecoveryCode(tx, accountId, hash)
}

async function isPasskey(
  ctx: Needs,
  tx: Kysely<Database>,
  accountId: string,
  passkey: Record<string, unknown>,
  challenge: string,
): Promise<boolean> {
  const { id } = passkey
  const known = typeof id === 'string' && CREDENTIAL_ID.test(id) ? await findPasskey(tx, accountId, id) : null
  if (known === null) return false
  const counter = await provenRequest(ctx, passkey, challenge, known)
  return counter !== null && usePasskey(tx, known.id, counter)
}
