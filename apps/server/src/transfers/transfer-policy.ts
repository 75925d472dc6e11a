/** Who is asking, and what is known of them. */
interface Uploader {
  /** Null: a visitor. */
  accountId: string | null
  deviceId: string | null
  /** Whether they have proven the address under which the upload was begun, which is asked only where nobody has it. */
  hasProven: boolean
}

/** What is on its way; the account that has it is null where nobody was signed in. */
interface BegunUpload {
  account_id: string | null
  device_id: string | null
}

/**
 * Who may do what with an upload that is to be a transfer, or is to add files to one. The upload's token is checked
 * apart; it alone stands for a visitor who completes. Statements that change something name the owner once more.
 */
export function may(actor: Uploader, act: 'complete' | 'resume' | 'add-files', upload: BegunUpload): boolean {
  if (upload.account_id !== null) return upload.account_id === actor.accountId
  if (act === 'add-files') return false
  if (act === 'complete' && actor.accountId === null) return true
  return actor.hasProven || (actor.deviceId !== null && actor.deviceId === upload.device_id)
}
