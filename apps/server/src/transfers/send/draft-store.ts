import { type Kysely, type Selectable, sql } from 'kysely'
import type { AdditionsTable, Database, DraftRecipient, ForwardedFile } from '../../platform/database/schema.ts'

/** What an upload is for until it is complete: a new transfer, or further files of a saved one. */
type Db = Kysely<Database>

/** Whether an upload that a column of the statement around it names was sent as a transfer, or added to one. */
export const isOfTransfer = (uploadId: string) => sql<boolean>`(
  exists (select from transfers where upload_id = ${sql.ref(uploadId)})
  or exists (select from additions where upload_id = ${sql.ref(uploadId)}))`

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

/** Keeps what an upload is for; a later wish replaces it. */
export async function keepAddition(
  tx: Db,
  uploadId: string,
  { transferId, replaces }: { transferId: string; replaces: string | null },
): Promise<void> {
  await tx
    .insertInto('additions')
    .values({ upload_id: uploadId, transfer_id: transferId, replaces_file_id: replaces })
    .onConflict((conflict) =>
      conflict.column('upload_id').doUpdateSet({ replaces_file_id: replaces, changed_at: sql<Date>`now()` }),
    )
    .execute()
}

export async function findAddition(db: Db, uploadId: string): Promise<Selectable<AdditionsTable> | null> {
  return (await db.selectFrom('additions').selectAll().where('upload_id', '=', uploadId).executeTakeFirst()) ?? null
}

export async function deleteAddition(tx: Db, uploadId: string): Promise<void> {
  await tx.deleteFrom('additions').where('upload_id', '=', uploadId).execute()
}
