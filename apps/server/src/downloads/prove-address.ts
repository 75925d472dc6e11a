import { foldCode, isCode } from '@waybill/contract/codes'
import type { Language } from '@waybill/contract/fields'
import { Problem } from '@waybill/contract/problems'
import { secondsToWait, senderAddressOf } from '../accounts/index.ts'
import type { Context } from '../context.ts'
import { type Lane, recordEvent, type Whence } from '../events/index.ts'
import type { Budget } from '../http/rate-limits.ts'
import { isSameBytes, newId } from '../ids.ts'
import { addJob } from '../jobs/add-job.ts'
import type { FoundTransfer } from '../transfers/index.ts'
import { linkCode } from './link-code.ts'
import { findListed, lockAddress, readCodeAges, replaceCode, spendTry, useCode } from './link-code-store.ts'
import { keepPass } from './link-pass-store.ts'

const codesPerNetwork: Budget = { name: 'link-codes', points: 20, seconds: 3_600 }
const triesPerNetwork: Budget = { name: 'link-code-tries', points: 20, seconds: 600 }

const human: Lane = { lane: 'human', reason: null }

interface Browser {
  deviceId: string
  network: string
}

/**
 * Asks for a code to the address that was typed. Whether the transfer is for it is looked at by a job, so that neither
 * the answer nor the time it takes tells.
 *
 * @throws Problem 'invalid-recipient', 'too-many-codes' {retryAfterSeconds}, 'too-many-requests'
 */
export async function requestLinkCode(
  ctx: Pick<Context, 'db' | 'limits'>,
  { recipient }: FoundTransfer,
  { deviceId, network }: Browser,
  { email, language }: { email: string; language: Language },
): Promise<void> {
  const address = senderAddressOf(email)
  await ctx.limits.spend(codesPerNetwork, network)
  await ctx.db.transaction().execute(async (tx) => {
    await lockAddress(tx, address)
    const retryAfterSeconds = secondsToWait(await readCodeAges(tx, address))
    if (retryAfterSeconds > 0) throw new Problem('too-many-codes', { retryAfterSeconds })
    const codeId = newId()
    await replaceCode(tx, { id: codeId, recipientId: recipient.id, deviceId, address })
    await addJob(tx, 'mail-link-code', { codeId, language })
  })
}

/**
 * Takes the code that was typed for a pass of its address.
 *
 * @throws Problem 'code-malformed'; 'code-wrong' {triesLeft}; 'code-expired', also where none was asked for in this
 *   browser; 'too-many-requests'
 */
export async function confirmLinkCode(
  ctx: Pick<Context, 'db' | 'limits' | 'masterKey' | 'alarms' | 'geo'>,
  { transfer, recipient }: FoundTransfer,
  { deviceId, network }: Browser,
  typed: string,
  by: Whence,
): Promise<void> {
  const code = foldCode(typed)
  if (!isCode(code)) throw new Problem('code-malformed')
  await ctx.limits.spend(triesPerNetwork, network)
  const failed = (...told: ConstructorParameters<typeof Problem>) => {
    ctx.alarms.note('code-failures')
    return new Problem(...told)
  }
  const tried = await spendTry(ctx.db, { recipientId: recipient.id, deviceId })
  if (tried === null) throw failed('code-expired')
  const isRight = isSameBytes(Buffer.from(code), Buffer.from(linkCode(ctx.masterKey, tried)))
  // Of an address it is not for nobody was mailed the code.
  const listedId = await findListed(ctx.db, recipient.id, tried.address)
  if (!isRight || listedId === null) {
    throw failed('code-wrong', { triesLeft: tried.triesLeft })
  }
  await ctx.db.transaction().execute(async (tx) => {
    if (!(await useCode(tx, tried.id))) throw new Problem('code-expired')
    await keepPass(tx, { transferId: transfer.id, recipientId: recipient.id, deviceId, address: tried.address })
    const scene = { transferId: transfer.id, recipientId: listedId, lane: human, ip: by.ip, userAgent: by.userAgent }
    await recordEvent(tx, ctx, { ...scene, kind: 'proven', detail: 'code' })
  })
}
