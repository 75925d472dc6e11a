/** The caller, and what is known about them. */
interface Uploader {
  /** Null: a visitor. */
  accountId: string | null
  deviceId: string | null
  /**
   * Whether they have proven the address under which the upload began, which only matters for uploads without an
   * account.
   */
  hasProven: boolean
}

/** An upload in progress; its account is null where nobody was signed in. */
interface BegunUpload {
  account_id: string | null
  device_id: string | null
}

/**
 * Who may do what with an upload that will be a transfer, or will add files to one. The upload's token is checked
 * separately; for a visitor who completes, it alone decides. Statements that change something name the owner once more.
 */
export function may(actor: Uploader, act: 'complete' | 'resume' | 'add-files', upload: BegunUpload): boolean {
  if (upload.account_id !== null) return upload.account_id === actor.accountId
  if (act === 'add-files') return false
  if (act === 'complete' && actor.accountId === null) return true
  return actor.hasProven || (actor.deviceId !== null && actor.deviceId === upload.device_id)
}
