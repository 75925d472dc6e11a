/** A person with a proven address, for use cases without HTTP. */
import type { ManifestFile } from '@waybill/contract/uploads/endpoints'
import { sql } from 'kysely'
import type { Context } from '../../src/context.ts'
import type { Actor } from '../../src/platform/http/actor.ts'
import { newId } from '../../src/platform/ids.ts'
import { completeTransfer } from '../../src/transfers/send/complete-transfer.ts'
import { planTransfer } from '../../src/transfers/send/plan-transfer.ts'
import { inputOf, sendAll, type TestFile } from '../storage/upload-parts.ts'

let senders = 0

export interface Sender {
  address: string
  actor: Actor
}

/** A new browser on a separate network that has proven `address`. */
export async function makeSender(
  ctx: Context,
  address = `sender-${newId().toLowerCase()}@example.com`,
): Promise<Sender> {
  senders++
  const deviceId = newId()
  await sql`insert into devices (id, secret_hash) values (${deviceId}, ${Buffer.from(deviceId)})`.execute(ctx.db)
  await sql`insert into sender_proofs (device_id, address) values (${deviceId}, ${address})`.execute(ctx.db)
  const ip = `198.${senders >> 8}.${senders & 255}.7`
  const network = ip.replace(/\.7$/, '.0/24')
  return { address, actor: { role: 'anon', account: null, deviceId, ip, network, language: 'en' } }
}

let drafts = 0
type PlanBody = Parameters<typeof planTransfer>[2]

/** Each to somebody else, so that no limit of mails to one person is reached by accident. */
export function draftOf(sender: Sender, files: readonly TestFile[], more: Partial<PlanBody> = {}): PlanBody {
  return {
    sendAs: 'email',
    senderEmail: sender.address,
    emailTo: [{ email: `asha-${++drafts}@rao-forge.example` }],
    title: '',
    message: 'the drawings',
    expirySeconds: 604_800,
    files: inputOf(files).files as ManifestFile[],
    forwarded: [],
    shareWith: [],
    effectiveType: 'other',
    ...more,
  }
}

export async function planned(ctx: Context, sender: Sender, files: readonly TestFile[], more: Partial<PlanBody> = {}) {
  const { plan } = await planTransfer(ctx, sender.actor, draftOf(sender, files, more), ['http://localhost:3000'])
  return plan
}

/** Planned with every byte received, not saved. */
export async function uploaded(ctx: Context, sender: Sender, files: readonly TestFile[], more: Partial<PlanBody> = {}) {
  const plan = await planned(ctx, sender, files, more)
  await sendAll(ctx, plan, files)
  return plan
}

export async function saved(ctx: Context, sender: Sender, files: readonly TestFile[], more: Partial<PlanBody> = {}) {
  const { upload, token } = await uploaded(ctx, sender, files, more)
  return completeTransfer(ctx, sender.actor, { upload, token })
}
