import { type Kysely, sql } from 'kysely'
import type { Database, DraftRecipient, ForwardedFile } from '../../platform/database/schema.ts'

/** What a sender wrote for an upload that is not sent yet. */
type Db = Kysely<Database>

export interface StoredDraft {
  sendAs: 'email' | 'link'
  senderAddress: string
  recipients: DraftRecipient[]
  message: string
  expirySeconds: number
  language: string
  forwarded: ForwardedFile[]
  /** Null: as the account has it. */
  remindRecipients: boolean | null
}

/** Keeps the draft of an upload; a later one replaces it. */
export async function keepDraft(tx: Db, uploadId: string, draft: StoredDraft): Promise<void> {
  const values = {
    send_as: draft.sendAs,
    sender_address: draft.senderAddress,
    recipients: JSON.stringify(draft.recipients),
    message: draft.message,
    expiry_seconds: draft.expirySeconds,
    language: draft.language,
    forwarded: JSON.stringify(draft.forwarded),
    remind_recipients: draft.remindRecipients,
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
        message: row.message,
        expirySeconds: row.expiry_seconds,
        language: row.language,
        forwarded: row.forwarded,
        remindRecipients: row.remind_recipients,
      }
    : null
}

export async function deleteDraft(tx: Db, uploadId: string): Promise<void> {
  await tx.deleteFrom('drafts').where('upload_id', '=', uploadId).execute()
}
