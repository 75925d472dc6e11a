import type { AlertMode } from '@waybill/contract/tracking/alerts'
import type { SendLater } from '@waybill/contract/transfers/send-later'
import { type Kysely, sql } from 'kysely'
import type { Database, DraftRecipient, ForwardedFile } from '../platform/database/schema.ts'

/** What was written for an upload that is not sent yet. */
type Db = Kysely<Database>

/** What an account may choose before it sends, and change afterwards. */
export interface ChosenOptions {
  passwordHash: string | null
  downloadLimit: number | null
  isOnlyProven: boolean
  /** Null: the account's setting. */
  alerts: AlertMode | null
  /** Null: at once. */
  sendLater: SendLater | null
}

export interface StoredDraft {
  sendAs: 'email' | 'link'
  senderAddress: string
  recipients: DraftRecipient[]
  /** Null: none. */
  title: string | null
  message: string
  expirySeconds: number
  language: string
  forwarded: ForwardedFile[]
  /** Null: the account's setting. */
  remindRecipients: boolean | null
  /** Accounts of the sender's team who may read it once it is sent. */
  sharedWith: readonly string[]
  options: ChosenOptions
}

/** Stores the draft of an upload; a later one replaces it. */
export async function keepDraft(tx: Db, uploadId: string, draft: StoredDraft): Promise<void> {
  const values = {
    send_as: draft.sendAs,
    sender_address: draft.senderAddress,
    recipients: JSON.stringify(draft.recipients),
    title: draft.title,
    message: draft.message,
    expiry_seconds: draft.expirySeconds,
    language: draft.language,
    forwarded: JSON.stringify(draft.forwarded),
    remind_recipients: draft.remindRecipients,
    shared_with: [...draft.sharedWith],
    password_hash: draft.options.passwordHash,
    download_limit: draft.options.downloadLimit,
    only_proven: draft.options.isOnlyProven,
    alert_mode: draft.options.alerts,
    send_local: draft.options.sendLater?.localTime ?? null,
    send_zone: draft.options.sendLater?.timeZone ?? null,
  }
  await tx
    .insertInto('drafts')
    .values({ upload_id: uploadId, ...values })
    .onConflict((conflict) => conflict.column('upload_id').doUpdateSet({ ...values, changed_at: sql<Date>`now()` }))
    .execute()
}

export async function findDraft(db: Db, uploadId: string): Promise<StoredDraft | null> {
  const row = await db.selectFrom('drafts').selectAll().where('upload_id', '=', uploadId).executeTakeFirst()
  return row
    ? {
        sendAs: row.send_as,
        senderAddress: row.sender_address,
        recipients: row.recipients,
        title: row.title,
        message: row.message,
        expirySeconds: row.expiry_seconds,
        language: row.language,
        forwarded: row.forwarded,
        remindRecipients: row.remind_recipients,
        sharedWith: row.shared_with,
        options: {
          passwordHash: row.password_hash,
          downloadLimit: row.download_limit,
          isOnlyProven: row.only_proven,
          alerts: row.alert_mode,
          sendLater:
            row.send_local !== null && row.send_zone !== null
              ? { localTime: row.send_local, timeZone: row.send_zone }
              : null,
        },
      }
    : null
}

export async function deleteDraft(tx: Db, uploadId: string): Promise<void> {
  await tx.deleteFrom('drafts').where('upload_id', '=', uploadId).execute()
}
