import type { Language } from '@waybill/contract/core/fields'
import { Problem } from '@waybill/contract/core/problems'
import { foldCode, isCode } from '@waybill/contract/identity/codes'
import type { FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import type { Context } from '../../context.ts'
import { senderAddressOf } from '../../identity/accounts/index.ts'
import {
  admitCodeMail,
  codeTries,
  type LinkCodePlace,
  linkCode,
  replaceLinkCode,
  spendLinkCodeTry,
  useLinkCode,
} from '../../identity/mailed-codes/index.ts'
import type { Database } from '../../platform/database/schema.ts'
import { admitTry } from '../../platform/http/limits/admit-try.ts'
import { isSameBytes, newId } from '../../platform/ids.ts'
import { addJob } from '../../platform/jobs/add-job.ts'
import { humanActor, type RequestMetadata, recordEvent } from '../../tracking/ledger/index.ts'
import { type FoundTransfer, findListed } from '../../transfers/index.ts'
import { keepPass } from '../grant/grant-store.ts'

interface Browser {
  deviceId: string
  request: FastifyRequest
}

/**
 * Requests a code for the typed address. A job checks whether the transfer is for it, so that neither the answer nor
 * its duration reveals that. `isForAccessRequest`: the code proves an address for an access request, and opens nothing.
 *
 * @throws Problem 'invalid-recipient', and as `admitCodeMail`
 */
export async function requestLinkCode(
  ctx: Pick<Context, 'db' | 'masterKey' | 'config'>,
  { recipient }: FoundTransfer,
  { deviceId, request }: Browser,
  { email, language, isForAccessRequest = false }: { email: string; language: Language; isForAccessRequest?: boolean },
): Promise<void> {
  const address = senderAddressOf(email)
  await ctx.db.transaction().execute(async (tx) => {
    await admitCodeMail(ctx, tx, request, address)
    const codeId = newId()
    await replaceLinkCode(tx, { id: codeId, recipientId: recipient.id, deviceId, address })
    await addJob(tx, 'mail-link-code', { codeId, language, isForAccessRequest })
  })
}

/**
 * Exchanges the typed code for a pass of its address.
 *
 * @throws Problem 'code-malformed'; 'code-wrong' {triesLeft}; 'code-expired', even where none was requested in this
 *   browser; 'proof-required'
 */
export async function confirmLinkCode(
  ctx: Pick<Context, 'db' | 'config' | 'masterKey' | 'alarms' | 'geo' | 'signer'>,
  { transfer, recipient }: FoundTransfer,
  { deviceId, request }: Browser,
  typed: string,
  by: RequestMetadata,
): Promise<void> {
  const tried = await tryCode(ctx, recipient.id, { deviceId, request }, typed)
  // Nobody was mailed a code that opens the link for an address that is not on its list.
  const listedId = await findListed(ctx.db, recipient.id, tried.address)
  if (listedId === null) throw failedCode(ctx, 'code-wrong', { triesLeft: tried.triesLeft })
  await ctx.db.transaction().execute(async (tx) => {
    if (!(await useLinkCode(tx, tried.id))) throw new Problem('code-expired')
    await keepPass(tx, { transferId: transfer.id, recipientId: recipient.id, deviceId, address: tried.address })
    const eventContext = {
      transferId: transfer.id,
      recipientId: listedId,
      judged: humanActor,
      ip: by.ip,
      userAgent: by.userAgent,
    }
    await recordEvent(tx, ctx, { ...eventContext, kind: 'proven', detail: 'code' })
  })
}

/**
 * The address that received the code, whether or not the transfer is for it; the caller's transaction uses the code up.
 *
 * @throws Problem as `confirmLinkCode`
 */
export async function confirmAccessRequestCode(
  ctx: Pick<Context, 'db' | 'config' | 'masterKey' | 'alarms'>,
  { recipient }: FoundTransfer,
  browser: Browser,
  typed: string,
): Promise<{ address: string; use: (tx: Kysely<Database>) => Promise<void> }> {
  const { id, address } = await tryCode(ctx, recipient.id, browser, typed)
  const use = async (tx: Kysely<Database>) => {
    if (!(await useLinkCode(tx, id))) throw new Problem('code-expired')
  }
  return { address, use }
}

const failedCode = ({ alarms }: Pick<Context, 'alarms'>, ...told: ConstructorParameters<typeof Problem>): Problem => {
  alarms.note('code-failures')
  return new Problem(...told)
}

/** Spends a try; returns what a correct code is valid for. */
async function tryCode(
  ctx: Pick<Context, 'db' | 'config' | 'masterKey' | 'alarms'>,
  recipientId: string,
  { deviceId, request }: Browser,
  typed: string,
): Promise<LinkCodePlace & { triesLeft: number }> {
  const code = foldCode(typed)
  if (!isCode(code)) throw new Problem('code-malformed')
  await admitTry(ctx, request, [codeTries(request.actor.network)])
  const tried = await spendLinkCodeTry(ctx.db, { recipientId, deviceId })
  if (tried === null) throw failedCode(ctx, 'code-expired')
  if (!isSameBytes(Buffer.from(code), Buffer.from(linkCode(ctx.masterKey, tried)))) {
    throw failedCode(ctx, 'code-wrong', { triesLeft: tried.triesLeft })
  }
  return tried
}
