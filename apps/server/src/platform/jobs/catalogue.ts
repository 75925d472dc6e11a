/** Every background task and what it is told. The module that owns a task says what it does, in its `*-tasks.ts`. */
export interface TaskPayloads {
  /** mail: hand one mail to the mail server. */
  'send-mail': { mailId: string }
  /** mail: the same for a mail that somebody waits for before a page. */
  'send-code': { mailId: string }
  /** tracking: queue one mail for each recipient of a new transfer. */
  'tell-recipients': { transferId: string }
  /** transfers: have each file of a stored upload checked. */
  'check-upload': { uploadId: string }
  /**
   * The same under the name that earlier versions add and take. What this one adds they must not take: they would miss
   * the files it stores, and withdraw them.
   */
  'check-files': { uploadId: string }
  /** transfers: read some of what was not read for long, and withdraw what is rotten. */
  'reread-files': Record<string, never>
  /** transfers: remove what attempts left beside stored files. */
  'sweep-leftovers': Record<string, never>
  /** transfers: read a stored file once, check its CRC-32, store its SHA-256; small ones share a job. */
  'check-file': { fileIds: string[] }
  /** transfers: put the sums of a transfer's files in its ledger. */
  'record-sums': { transferId: string }
  /** transfers: have the sums recorded that are in no ledger yet. */
  'sweep-sums': Record<string, never>
  /** library: have small pictures drawn of a stored upload's files. */
  'make-thumbnails': { uploadId: string }
  /** library: draw one of them. */
  'make-thumbnail': { fileId: string }
  /** transfers: remove what 7 days did not complete. */
  'reap-uploads': Record<string, never>
  /** transfers: end what the store holds as begun and no row knows. */
  'sweep-stores': Record<string, never>
  /** transfers: remove an anonymous sender's bytes 7 days after expiry. */
  'remove-expired': Record<string, never>
  /** transfers: put those whose end has passed where lists look for them. */
  'shelve-ended': Record<string, never>
  /** events: put visits of a bot on record that were gathered for a minute. */
  'close-visits': { recipientId: string; device: string }
  /** downloads: count anew what was finished of a transfer. */
  'count-downloads': { transferId: string }
  /** downloads: finish what has all arrived and is asked for by nobody any more, with the doubt named. */
  'settle-doubt': { transferId: string; recipientId: string; ip: string; userAgent: string | null }
  /** downloads: look who has everything, now that a file was taken out or withdrawn. */
  'finish-recipients': { transferId: string }
  /**
   * downloads: mail a code that opens a link, if its transfer is for the address that was typed; or one to ask with.
   */
  'mail-link-code': { codeId: string; language: 'en' | 'zh'; isForAccessRequest?: boolean }
  /** access-requests: mail a lost link again, if the transfer of the slug is for the address. */
  'resend-mail': { slug: string; address: string }
  /** access-requests: give those who have asked for time what the new expiry of the transfer gives them. */
  'notify-requesters': { transferId: string }
  /** access-requests: forget those that nobody can answer any more. */
  'forget-access-requests': Record<string, never>
  /** requests: forget whom those were mailed to that are long deleted. */
  'forget-request-mails': Record<string, never>
  /** tracking: put on record what became of a mail to a recipient. */
  'note-mail': { mailId: string }
  /** tracking: put on record which mails came back. */
  'read-bounces': Record<string, never>
  /** tracking: put on record that a recipient's download stands still. */
  'note-stall': { recipientId: string }
  /** tracking: put on record which transfers have expired. */
  'note-expired': Record<string, never>
  /** tracking: tell the sender that a recipient has finished, or stopped half-way. */
  'tell-sender': { recipientId: string; kind: 'finished' | 'stopped' }
  /** tracking: tell the sender who has opened their page. */
  'tell-openings': { transferId: string }
  /** tracking: tell the sender what was downloaded since the last such mail. */
  'tell-downloads': { transferId: string }
  /** tracking: tell senders who has not fetched what ends soon. */
  'tell-unfetched': Record<string, never>
  /** tracking: remind recipients of what ends soon. */
  'remind-recipients': Record<string, never>
  /** tracking: look whose day is over, and have them told of it. */
  'start-digests': Record<string, never>
  /** tracking: tell an account what happened within a day. */
  'tell-digest': { accountId: string }
  /** events: forget IP addresses older than the retention. */
  'forget-addresses': Record<string, never>
  /** events: make the partitions of the months that come. */
  'make-event-months': Record<string, never>
  /** events: make one root over the ledgers that have moved. */
  'make-anchor': Record<string, never>
  /** events: have an anchor stamped by the time stamping authority. */
  'stamp-anchor': { number: number }
  /** events: add what was counted lately to the sums. */
  'add-up-counts': Record<string, never>
  /** notifications: tell an account of entries of a ledger, between two places. */
  notify: { transferId: string; from: number; to: number }
  /** notifications: forget old ones. */
  'forget-notifications': Record<string, never>
  /**
   * webhooks: have what an account was told of sent to its webhooks: entries of a ledger, or a submission that came.
   */
  'tell-webhooks': { transferId: string; from: number; to: number } | { submissionId: string; isLast: boolean }
  /** webhooks: send what is due of one. */
  'deliver-webhooks': { webhookId: string }
  /** webhooks: forget what was sent long ago. */
  'forget-deliveries': Record<string, never>
  /** receipts: make a new key when the one in use is a year old. */
  'renew-receipt-key': Record<string, never>
  /** contacts: keep the recipients of a new transfer in its sender's contact book. */
  'save-contacts': { accountId: string; transferId: string }
  /** transfers: end and delete what a deleted account sent and stored. */
  'delete-account-things': { accountId: string }
  /** transfers: what an account's proven addresses sent without signing in joins it. */
  'adopt-transfers': { accountId: string }
  /** requests: remind those who have not answered. */
  'remind-due': Record<string, never>
  /** requests: mail somebody why an item is open again. */
  'mail-sent-back': { requestId: string; supplierId: string; itemId: string }
  /** inbox: queue the supplier's receipt of a submission, and mail a notice to the account that asked for it. */
  'tell-submission': { submissionId: string }
  /** inbox: mail that receipt as soon as the supplier may be mailed. */
  'mail-receipt': { submissionId: string }
  /** inbox: what a browser sent in the name of an address that it has proven since is theirs. */
  'adopt-claims': { deviceId: string; address: string }
  /** inbox: ask for a file again that is not stored as it was sent, if it answered a request. */
  'withdraw-answer': { fileId: string }
  /** sessions: mail a link to set a new password, if the address has an account. */
  'mail-reset': { address: string; deviceId: string }
  /** sessions: forget sessions, tries, tickets and tokens that are long over. */
  'forget-sessions': Record<string, never>
  /** http: forget answered idempotency keys after a day, and misses and proofs that no longer count. */
  'forget-keys': Record<string, never>
  /** tls: order a certificate where there is none or the one there is has lived two thirds; tell where it ends soon. */
  'renew-certificate': Record<string, never>
  /** security: forget what is older than a year, and networks after the retention of addresses. */
  'forget-security': Record<string, never>
}

export type TaskName = keyof TaskPayloads
