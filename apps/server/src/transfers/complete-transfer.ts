import { Problem } from '@waybill/contract/problems'
import type { completeTransfer as endpoint, SavedTransfer } from '@waybill/contract/transfers'
import type { Kysely } from 'kysely'
import type { z } from 'zod'
import { isSenderProven } from '../accounts/index.ts'
import { type AnonymousSender, countFreeSend, requireFreeSend } from '../billing/index.ts'
import type { Context } from '../context.ts'
import type { Database } from '../database/schema.ts'
import type { Actor } from '../http/actor.ts'
import { hashToken, newId, newSlug } from '../ids.ts'
import { addJob } from '../jobs/add-job.ts'
import { authoriseUpload, completeUpload, listUploadedFiles, sealUpload, type UploadedFile } from '../uploads/index.ts'
import { deleteDraft, findDraft, type StoredDraft } from './draft-store.ts'
import { judgedDraft } from './judged-draft.ts'
import { presentSaved } from './present-saved.ts'
import { recipientToken } from './recipient-token.ts'
import { sniffFiles } from './sniff-files.ts'
import {
  findTransferOfUpload,
  insertRecipients,
  insertTransfer,
  listRecipients,
  type NewTransfer,
  type Transfer,
} from './transfer-store.ts'

type Body = z.output<NonNullable<(typeof endpoint)['body']>>
type Needs = Pick<Context, 'db' | 'stores' | 'masterKey' | 'geo'>

/**
 * The save: judges what was written and what is really stored, then makes the transfer visible and queues its mails in
 * one transaction. A second save of the same upload, also one at the same time, answers the same transfer.
 *
 * @throws Problem as the contract's `completeTransfer` names them
 */
export async function completeTransfer(ctx: Needs, actor: Actor, body: Body): Promise<SavedTransfer> {
  const upload = await authoriseUpload(ctx.db, body.upload, hashToken(body.token))
  if (upload.state === 'complete') return answerSaved(ctx.db, upload.id)
  const kept = await findDraft(ctx.db, upload.id)
  if (kept === null) return answerSaved(ctx.db, upload.id)
  const draft = judgedDraft(actor.role, mergeTyped(kept, body), await listUploadedFiles(ctx.db, upload.id))
  const sender = await requireSender(ctx.db, actor, draft.senderAddress, upload.owner_address)
  await requireFreeSend(ctx.db, sender)
  const files = await completeUpload(ctx, upload.id)
  await sniffFiles(ctx, files)
  const isSaved = await ctx.db.transaction().execute(async (tx) => {
    const sealed = await sealUpload(tx, upload.id)
    if (sealed === null) return false
    await countFreeSend(tx, sender)
    const { id } = await insertWithFreshSlug(tx, newTransfer(ctx, actor, draft, upload.id, files))
    await insertRecipients(tx, id, newRecipients(ctx, draft))
    await deleteDraft(tx, upload.id)
    if (draft.sendAs === 'email') await addJob(tx, 'tell-recipients', { transferId: id })
    return true
  })
  if (!isSaved && (await findTransferOfUpload(ctx.db, upload.id)) === null) throw new Problem('upload-closed')
  return answerSaved(ctx.db, upload.id)
}

/** What was sent with the save stands over what was kept with the plan. */
function mergeTyped(kept: StoredDraft, body: Body) {
  return {
    sendAs: body.sendAs ?? kept.sendAs,
    senderEmail: body.senderEmail ?? kept.senderAddress,
    emailTo: body.emailTo ?? kept.recipients,
    message: body.message ?? kept.message,
    expirySeconds: body.expirySeconds ?? kept.expirySeconds,
    language: body.lang ?? kept.language,
  }
}

/** The sender has proven the address in this browser, and it is the one the upload was planned for. */
async function requireSender(
  db: Kysely<Database>,
  { deviceId, network }: Actor,
  address: string,
  ownerAddress: string,
): Promise<AnonymousSender> {
  if (deviceId === null || address !== ownerAddress || !(await isSenderProven(db, deviceId, address))) {
    throw new Problem('sender-unproven')
  }
  return { address, deviceId, network }
}

function newTransfer(
  { geo }: Needs,
  actor: Actor,
  draft: StoredDraft,
  uploadId: string,
  files: readonly UploadedFile[],
): NewTransfer {
  return {
    id: newId(),
    uploadId,
    sendAs: draft.sendAs,
    role: actor.role,
    senderAddress: draft.senderAddress,
    senderLanguage: draft.language,
    senderTimeZone: geo.locate(actor.ip)?.timeZone ?? null,
    deviceId: actor.deviceId,
    network: actor.network,
    message: draft.message,
    fileCount: files.length,
    bytes: files.reduce((sum, file) => sum + file.bytes, 0),
    expirySeconds: draft.expirySeconds,
  }
}

async function insertWithFreshSlug(tx: Kysely<Database>, made: NewTransfer): Promise<Transfer> {
  for (;;) {
    const transfer = await insertTransfer(tx, newSlug(), made)
    if (transfer !== null) return transfer
  }
}

/** A link transfer has one recipient without an address: whoever holds the link. */
function newRecipients({ masterKey }: Needs, draft: StoredDraft) {
  const people = draft.sendAs === 'email' ? draft.recipients : [{ email: null, name: undefined, company: undefined }]
  return people.map(({ email, name, company }) => {
    const id = newId()
    const tokenHash = hashToken(recipientToken(masterKey, id))
    return { id, address: email, name: name ?? null, company: company ?? null, tokenHash }
  })
}

async function answerSaved(db: Kysely<Database>, uploadId: string): Promise<SavedTransfer> {
  const transfer = await findTransferOfUpload(db, uploadId)
  if (transfer === null) throw new Problem('upload-closed')
  const [recipients, files] = await Promise.all([listRecipients(db, transfer.id), listUploadedFiles(db, uploadId)])
  return presentSaved(transfer, recipients, files[0]?.path ?? '')
}
