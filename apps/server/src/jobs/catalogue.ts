/** Every background task and what it is told. The room that owns a task says what it does, in its `*-tasks.ts`. */
export interface TaskPayloads {
  /** mail: hand one mail to the mail server. */
  'send-mail': { mailId: string }
  /** tracking: queue one mail for each recipient of a new transfer. */
  'tell-recipients': { transferId: string }
  /** transfers: read a stored upload's files once, check CRC-32, store SHA-256. */
  'check-files': { uploadId: string }
  /** transfers: remove what 7 days did not complete. */
  'reap-uploads': Record<string, never>
  /** transfers: remove an anonymous sender's bytes 7 days after expiry. */
  'remove-expired': Record<string, never>
  /** tracking: tell the sender that a recipient has finished, or stopped half-way. */
  'tell-sender': { recipientId: string; kind: 'finished' | 'stopped' }
  /** tracking: forget IP addresses older than the retention. */
  'forget-addresses': Record<string, never>
  /** http: forget answered idempotency keys after a day. */
  'forget-keys': Record<string, never>
}

export type TaskName = keyof TaskPayloads
