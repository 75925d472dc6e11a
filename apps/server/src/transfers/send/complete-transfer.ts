import { Problem } from '@waybill/contract/core/problems'
import { WHILE_UPLOADING } from '@waybill/contract/tracking/receipt-facts'
import type { completeTransfer as endpoint, SavedTransfer } from '@waybill/contract/transfers/endpoints'
import type { Kysely } from 'kysely'
import type { z } from 'zod'
import type { Context } from '../../context.ts'
import { findProfilePic, joinAccountOf } from '../../identity/accounts/index.ts'
import type { Database } from '../../platform/database/schema.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { findLinkOrigin } from '../../platform/http/custom-hosts/link-origin.ts'
import { hashToken } from '../../platform/ids.ts'
import { addJob } from '../../platform/jobs/add-job.ts'
import { requireFewBounces } from '../../platform/mail-transport/index.ts'
import { recordOwnEvent } from '../../tracking/ledger/index.ts'
import {
  type AccountOwner,
  authoriseUpload,
  awaitParts,
  closeUpload,
  completeUpload,
  findUpload,
  finishLater,
  handOver,
  listUploadedFiles,
  openArrival,
  type Patience,
  refuseBlocked,
  settleUpload,
  type UploadedFile,
  type UploadRow,
} from '../../uploads/index.ts'
import { makeWhole } from '../arriving/make-whole.ts'
import { isArriving, readArrivalOf } from '../arriving/read-arrival.ts'
import { followSums } from '../check/record-sums.ts'
import { deleteDraft, findDraft, type StoredDraft } from '../draft-store.ts'
import { refreshForwarded } from '../files/forwarded-files.ts'
import { insertTransferFiles, listTransferFiles } from '../files/transfer-file-store.ts'
import { insertRecipients, listRecipients } from '../recipients/recipient-store.ts'
import {
  holdSender,
  isAddressOf,
  ownAddress,
  type Sender,
  type SendingAccount,
  sendingAccount,
  sendingVisitor,
} from '../recipients/sender-of.ts'
import { addScheduled } from '../schedule/change-send-time.ts'
import { stillAhead } from '../schedule/judge-send-time.ts'
import { listShares } from '../share/share-store.ts'
import { holdTeammates, presentShares, shareTransfer } from '../share/share-transfer.ts'
import { may } from '../transfer-policy.ts'
import { findTransferOfUpload, type NewTransfer } from '../transfer-store.ts'
import { judgedDraft, type TypedDraft } from './judged-draft.ts'
import { insertWithFreshSlug, newRecipients, newTransfer } from './new-transfer.ts'
import { presentSaved, type SentFile } from './present-saved.ts'
import { requireAllowance, spendAllowance, storageOf } from './sender-allowance.ts'
import { sniffFiles } from './sniff-files.ts'

type Body = z.output<NonNullable<(typeof endpoint)['body']>>
type Needs = Pick<
  Context,
  'clock' | 'db' | 'stores' | 'hashing' | 'log' | 'masterKey' | 'geo' | 'signer' | 'config' | 'lines'
>
type Upload = Awaited<ReturnType<typeof authoriseUpload>>

/** The save of a caller who does not wait for parts. */
const impatient: Patience = { waitMs: 0, gone: new AbortController().signal, stay: null }

/**
 * The save: checks what was written and what is really stored, then makes the transfer visible and queues its mails in
 * one transaction. A second save of the same upload, even a concurrent one, returns the same transfer.
 *
 * @throws Problem as the contract's `completeTransfer` names them
 */
export async function completeTransfer(
  ctx: Needs,
  actor: Actor,
  body: Body,
  patience: Patience = impatient,
): Promise<SavedTransfer> {
  const upload = await authoriseUpload(ctx.db, body.upload, hashToken(body.token))
  if (upload.state === 'complete') return answerSaved(ctx, upload.id)
  let sent: readonly SentFile[] | undefined
  try {
    if (!upload.is_arriving) sent = await save(ctx, actor, body, { upload, patience })
  } catch (error) {
    // A faster save of the same upload may have used up what this one was refused for.
    if (!(error instanceof Problem) || (await findTransferOfUpload(ctx.db, upload.id)) === null) throw error
  }
  if (body.whileUploading !== true) await finishSent(ctx, actor, { upload, patience })
  if (body.line) ctx.lines.remember(actor, body.line)
  return answerSaved(ctx, upload.id, sent)
}

/** Makes a transfer whole that was sent while it uploaded, once its parts are there. Does nothing for any other. */
async function finishSent(ctx: Needs, actor: Actor, { upload, patience }: Saving): Promise<void> {
  const transfer = await findTransferOfUpload(ctx.db, upload.id)
  if (transfer === null || !isArriving(transfer)) return
  const sent = (await findUpload(ctx.db, upload.id)) ?? upload
  await requireOwner(ctx.db, actor, await sendingAccount(ctx.db, actor), sent)
  await awaitParts(ctx, sent, patience)
  await completeUpload(ctx, sent.id)
  await makeWhole(ctx, transfer)
}

interface Saving {
  upload: Upload
  patience: Patience
}

/** Waits for all parts, completes the upload, and checks its files. */
async function completeChecked(
  ctx: Needs,
  { upload, patience }: Saving,
  sender: Sender,
  files: readonly UploadedFile[],
): Promise<void> {
  await awaitParts(ctx, upload, patience)
  await completeUpload(ctx, upload.id, files)
  await refuseBlocked(ctx, files)
  if (sender.kind === 'visitor') await sniffFiles(ctx, files)
}

/** Returns the files of the transfer, where this call has made it. */
async function save(ctx: Needs, actor: Actor, body: Body, saving: Saving): Promise<readonly SentFile[] | undefined> {
  const { upload } = saving
  const isShownBefore = body.whileUploading === true
  const kept = await findDraft(ctx.db, upload.id)
  if (kept === null) return undefined
  const account = await sendingAccount(ctx.db, actor)
  await requireOwner(ctx.db, actor, account, upload)
  const forwarded = await refreshForwarded(ctx.db, actor, kept.forwarded)
  const senderEmail = await senderEmailOf(ctx.db, kept, body.senderEmail, account)
  const typed = { ...mergeTyped(kept, body), senderEmail, forwarded }
  const stored = await listUploadedFiles(ctx.db, upload.id)
  const draft = judgedDraft(account?.role ?? 'anon', typed, stored)
  const sender = account ?? (await sendingVisitor(ctx.db, actor, draft.senderAddress))
  if (sender.kind === 'visitor' && sender.address !== upload.owner_address) throw new Problem('sender-unproven')
  const isScheduled = stillAhead(draft.options.sendLater, ctx.clock.nowMs()) !== null
  await requireAllowance(ctx.db, sender, draft, { bytes: upload.bytes, network: actor.network, isScheduled })
  await requireFewBounces(ctx.db, draft.senderAddress)
  if (isShownBefore) requireShowable(upload, isScheduled)
  if (!isShownBefore) await completeChecked(ctx, saving, sender, stored)
  return ctx.db.transaction().execute(async (tx) => {
    const held = await holdSender(tx, sender)
    await holdTeammates(tx, kept.sharedWith)
    // The account is locked by now, and deletes nothing of its own before this is saved.
    await refreshForwarded(tx, actor, forwarded)
    // The role may have changed since the draft was checked.
    const sent = held.role === sender.role ? draft : judgedDraft(held.role, typed, stored)
    const taken = await (isShownBefore ? openArrival : closeUpload)(tx, upload.id)
    if (taken === null) return undefined
    // Another save has sent it while it uploads since this one began: finishSent makes it whole.
    if (taken.is_arriving && !isShownBefore) throw new Problem('upload-incomplete')
    const all = [...stored, ...forwarded]
    const sendTime = stillAhead(sent.options.sendLater, ctx.clock.nowMs())
    const made = newTransfer(ctx, actor, held, {
      draft: sent,
      uploadId: upload.id,
      files: all,
      sendTime,
      isArriving: isShownBefore,
    })
    if (!isShownBefore) await deleteDraft(tx, upload.id)
    await addFollowing(tx, held, sent, made)
    // From here on other saves of this sender wait for the end: the counters are locked.
    await insertWithFreshSlug(tx, made)
    const named = await insertTransferFiles(tx, made.id, all)
    await insertRecipients(tx, made.id, newRecipients(ctx, sent))
    await (isShownBefore ? goOn : settleUpload)(tx, taken, ownerOf(actor, held))
    await spendAllowance(tx, held, sent, made)
    await recordOwnEvent(tx, ctx, actor, { transferId: made.id, ...firstEntryOf(made) })
    if (held.kind === 'account' && sent.sharedWith.length > 0) await shareTransfer(tx, made.id, sent.sharedWith)
    // Forwarded files were read long ago.
    if (forwarded.length > 0) await followSums(tx, [made.id])
    return named
  })
}

/** @throws Problem 'not-while-uploading' {because} */
function requireShowable({ storage_prefix: prefix }: Upload, isScheduled: boolean): void {
  if (isScheduled) throw new Problem('not-while-uploading', { because: 'scheduled' })
  if (prefix !== null) throw new Problem('not-while-uploading', { because: 'transport' })
}

/** The upload stays open; a visitor's becomes the account's whose transfer it is now. */
async function goOn(tx: Kysely<Database>, upload: UploadRow, owner: AccountOwner | null): Promise<void> {
  await finishLater(tx, upload.id)
  if (owner !== null && upload.account_id === null) await handOver(tx, upload, owner)
}

/**
 * An account saves what it planned, and what it began before signing in: in this browser, or under an address it has
 * proven.
 */
async function requireOwner(
  db: Kysely<Database>,
  { deviceId }: Actor,
  sending: SendingAccount | null,
  upload: Upload,
): Promise<void> {
  const account = sending?.account ?? null
  const hasProven =
    account !== null && upload.account_id === null && (await isAddressOf(db, account, upload.owner_address))
  if (may({ accountId: account?.id ?? null, deviceId, hasProven }, 'complete', upload)) return
  throw new Problem(account === null ? 'unauthenticated' : 'not-yours')
}

/** Fields of the save take precedence over those of the plan. */
function mergeTyped(kept: StoredDraft, body: Body): Omit<TypedDraft, 'senderEmail' | 'forwarded'> {
  return {
    sendAs: body.sendAs ?? kept.sendAs,
    emailTo: body.emailTo ?? kept.recipients,
    title: body.title ?? kept.title ?? '',
    message: body.message ?? kept.message,
    expirySeconds: body.expirySeconds ?? kept.expirySeconds,
    language: body.lang ?? kept.language,
    remindRecipients: body.remindRecipients ?? kept.remindRecipients,
    sharedWith: kept.sharedWith,
    options: kept.options,
  }
}

/** A draft from before its sender signed in may have an address that is not the account's: it is not needed now. */
async function senderEmailOf(
  db: Kysely<Database>,
  kept: StoredDraft,
  typed: string | undefined,
  sending: SendingAccount | null,
): Promise<string> {
  if (sending === null) return typed ?? kept.senderAddress
  if (typed !== undefined) return ownAddress(db, sending, typed)
  return (await isAddressOf(db, sending.account, kept.senderAddress)) ? kept.senderAddress : sending.account.email
}

function ownerOf({ deviceId }: Actor, sender: Sender) {
  if (sender.kind === 'visitor') return null
  const { id, email } = sender.account
  return { accountId: id, ownerAddress: email, deviceId, allowance: storageOf(sender) }
}

/** What the ledger begins with. */
const firstEntryOf = ({ sendTime, isArriving: isEarly }: NewTransfer) =>
  sendTime === null
    ? { kind: 'sent' as const, detail: isEarly ? WHILE_UPLOADING : null }
    : { kind: 'scheduled' as const, detail: `${sendTime.localTime} ${sendTime.timeZone}` }

async function addFollowing(tx: Kysely<Database>, sender: Sender, draft: StoredDraft, { id, sendTime }: NewTransfer) {
  const transferId = id
  if (sendTime !== null) await addScheduled(tx, transferId, sendTime)
  if (sender.kind === 'visitor') await joinAccountOf(tx, sender.address)
  if (draft.sendAs === 'link') return
  if (sendTime === null) await addJob(tx, 'tell-recipients', { transferId })
  if (sender.kind === 'account') await addJob(tx, 'save-contacts', { accountId: sender.account.id, transferId })
}

/** @param sent the transfer's files where they are known: there may be thousands */
async function answerSaved(
  { db, config }: Pick<Context, 'db' | 'config'>,
  uploadId: string,
  sent?: readonly SentFile[],
): Promise<SavedTransfer> {
  const transfer = await findTransferOfUpload(db, uploadId)
  if (transfer === null) throw new Problem('upload-closed')
  // It ended before it was whole: nobody may believe that it was sent.
  if (transfer.arrival !== null && transfer.deleted_at !== null) throw new Problem('upload-closed')
  const [recipients, files, picture, sharedWith, linkOrigin] = await Promise.all([
    listRecipients(db, transfer.id),
    sent ?? listTransferFiles(db, transfer.id),
    findProfilePic(db, transfer.account_id),
    listShares(db, transfer.id),
    findLinkOrigin(db, config, transfer.account_id),
  ])
  const shareWith = await presentShares(db, transfer.workspace_id, sharedWith)
  const arrival = await readArrivalOf(db, transfer)
  const saved = presentSaved(transfer, recipients, files, { profilePic: picture, shareWith, linkOrigin })
  return arrival === null ? saved : { ...saved, arrival }
}
