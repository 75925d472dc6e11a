import { randomBytes } from 'node:crypto'
import type { AlertMode } from '@waybill/contract/tracking/alerts'
import { sql } from 'kysely'
import { workspaceOf } from '../../src/platform/database/workspace-of.ts'
import { hashToken, newId, newSlug } from '../../src/platform/ids.ts'
import type { MailPlace } from '../../src/platform/mail-transport/index.ts'
import type { TestContext } from '../app/test-context.ts'
import { addPastEvent } from './ledgers.ts'

export interface TrackedOptions {
  files?: Array<{ path: string; bytes: number }>
  recipients?: Array<{ address: string | null; language?: string }>
  sendAs?: 'email' | 'link'
  message?: string
  expiresAt?: string | null
  senderLanguage?: string
  senderTimeZone?: string | null
  senderProven?: boolean
  accountId?: string
  alerts?: AlertMode | undefined
}

export interface Tracked {
  transferId: string
  uploadId: string
  slug: string
  fileIds: string[]
  recipientIds: string[]
}

/** A saved transfer as rows, without stored bytes: for tests about reports on transfers, not about downloading. */
export async function insertTransfer(ctx: TestContext, options: TrackedOptions = {}): Promise<Tracked> {
  const { files = [{ path: 'a.dwg', bytes: 1_000 }], recipients = [{ address: 'asha@rao-forge.example' }] } = options
  const ids = { transferId: newId(), uploadId: newId(), slug: newSlug() }
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
  await insertUpload(ctx, ids.uploadId, bytes)
  await ctx.db
    .insertInto('transfers')
    .values({
      id: ids.transferId,
      slug: ids.slug,
      upload_id: ids.uploadId,
      send_as: options.sendAs ?? 'email',
      role: 'anon',
      account_id: options.accountId ?? null,
      workspace_id: workspaceOf(options.accountId ?? null),
      alert_mode: options.alerts ?? null,
      sender_address: 'ada@lovelace.example',
      sender_proven: options.senderProven ?? true,
      sender_language: options.senderLanguage ?? 'en',
      sender_time_zone: options.senderTimeZone ?? null,
      network: '203.0.113.0/24',
      message: options.message ?? '',
      file_count: files.length,
      bytes,
      expiry_seconds: 604_800,
      expires_at: options.expiresAt ?? null,
    })
    .execute()
  const fileIds: string[] = []
  for (const [position, file] of files.entries()) {
    const fileId = await insertFile(ctx, ids.uploadId, position, file)
    const named = { transfer_id: ids.transferId, file_id: fileId, position, path: file.path }
    await ctx.db.insertInto('transfer_files').values(named).execute()
    fileIds.push(fileId)
  }
  const recipientIds: string[] = []
  for (const [position, { address, language }] of recipients.entries()) {
    const id = newId()
    const row = { id, transfer_id: ids.transferId, position, address, language: language ?? null }
    await ctx.db
      .insertInto('recipients')
      .values({ ...row, token_hash: hashToken(id) })
      .execute()
    recipientIds.push(id)
  }
  return { ...ids, fileIds, recipientIds }
}

async function insertUpload(ctx: TestContext, id: string, bytes: number): Promise<void> {
  await ctx.db
    .insertInto('uploads')
    .values({
      id,
      state: 'complete',
      owner_address: 'ada@lovelace.example',
      network: '203.0.113.0/24',
      manifest_hash: randomBytes(32),
      store: 'disk',
      bytes,
      expires_at: sql<Date>`now() + interval '7 days'`,
    })
    .execute()
}

async function insertFile(
  ctx: TestContext,
  uploadId: string,
  position: number,
  { path, bytes }: { path: string; bytes: number },
): Promise<string> {
  const id = newId()
  const blobId = bytes === 0 ? null : newId()
  if (blobId !== null) {
    const [key, wrapped] = [newId(), randomBytes(60)]
    await ctx.db
      .insertInto('blobs')
      .values({
        id: blobId,
        upload_id: uploadId,
        position,
        store: 'disk',
        key,
        bytes,
        part_bytes: bytes,
        wrapped_key: wrapped,
        multipart_id: key,
      })
      .execute()
  }
  await ctx.db
    .insertInto('files')
    .values({
      id,
      upload_id: uploadId,
      position,
      path,
      bytes,
      modified_at: new Date(0),
      fingerprint: path,
      blob_id: blobId,
    })
    .execute()
  return id
}

export interface DeliveryOptions {
  bytes: number
  isFinished?: boolean
  minutesAgo?: number
  at?: Partial<MailPlace>
}

/** Bytes of one file were sent to one recipient, with the event that says where. */
export async function insertDelivery(
  ctx: TestContext,
  { transferId }: Tracked,
  recipientId: string,
  fileId: string,
  { bytes, isFinished = false, minutesAgo = 0, at = {} }: DeliveryOptions,
): Promise<void> {
  const time = sql<Date>`now() - make_interval(mins => ${minutesAgo})`
  const delivery = { bytes, changed_at: time, finished_at: isFinished ? time : null }
  await ctx.db
    .insertInto('deliveries')
    .values({ recipient_id: recipientId, file_id: fileId, ...delivery })
    .onConflict((conflict) => conflict.columns(['recipient_id', 'file_id']).doUpdateSet(delivery))
    .execute()
  const kind = isFinished ? 'finished' : 'begun'
  await addPastEvent(ctx.db, { transferId, recipientId, fileId, kind, minutesAgo, ...at })
}

/** The mails queued for a person so far, in order. */
export async function queuedMails(
  ctx: TestContext,
): Promise<Array<{ template: string; to: string; language: string; facts: never }>> {
  const rows = await ctx.db.selectFrom('mails').select(['id', 'sealed']).orderBy('created_at').orderBy('id').execute()
  return rows.map(({ id, sealed }) => JSON.parse(ctx.masterKey.open(`mail/${id}`, sealed ?? Buffer.alloc(0))))
}
