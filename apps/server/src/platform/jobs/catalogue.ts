/** Every background task and its payload. The module that owns a task documents it, in its `*-tasks.ts`. */
export interface TaskPayloads {
  /** mail: pass one mail to the mail server. */
  'send-mail': { mailId: string }
  /** mail: the same for a mail that somebody is waiting for. */
  'send-code': { mailId: string }
  /** mail: delete what became of old mails. */
  'forget-mails': Record<string, never>
  /** tracking: queue one mail for each recipient of a new transfer. */
  'tell-recipients': { transferId: string }
  /** transfers: have each file of a stored upload checked. */
  'check-upload': { uploadId: string }
  /**
   * The same under the name that earlier versions add and take. They must not take the tasks that this version adds:
   * they would miss the files it stores, and withdraw them.
   */
  'check-files': { uploadId: string }
  /** transfers: read some of the files that were not read for longest, and withdraw damaged ones. */
  'reread-files': Record<string, never>
  /** transfers: remove what failed attempts left beside stored files. */
  'sweep-leftovers': Record<string, never>
  /** transfers: read a stored file once, check its CRC-32, store its SHA-256; small ones share a job. */
  'check-file': { fileIds: string[] }
  /** transfers: record the checksums of a transfer's files in its ledger. */
  'record-sums': { transferId: string }
  /** transfers: queue the recording of checksums that are in no ledger yet. */
  'sweep-sums': Record<string, never>
  /** library: queue the thumbnails of a stored upload's files. */
  'make-thumbnails': { uploadId: string }
  /** library: draw one thumbnail. */
  'make-thumbnail': { fileId: string }
  /** library: delete thumbnails of files whose bytes are removed. */
  'forget-thumbnails': Record<string, never>
  /** transfers: complete those blobs of an arriving upload that are all there, and the transfer with the last one. */
  'finish-arrived': { uploadId: string }
  /** transfers: look after all arriving transfers: some break off, some go on, and some were left by a lost job. */
  'watch-arrivals': Record<string, never>
  /** transfers: take those files out of a transfer that were not there when its upload ended. */
  'end-arrival': { uploadId: string }
  /** transfers: remove uploads that are incomplete after 7 days. */
  'reap-uploads': Record<string, never>
  /** transfers: abort uploads that the store has begun and no row knows. */
  'sweep-stores': Record<string, never>
  /** transfers: remove what foreign clients have put under the prefix of an upload that has ended. */
  'sweep-prefix': { store: string; prefix: string }
  /** transfers: move some files of a workspace to another store. */
  'move-files': { moveId: string }
  /** transfers: go on with moves whose process died. */
  'resume-moves': Record<string, never>
  /** transfers: remove an anonymous sender's bytes 7 days after expiry. */
  'remove-expired': Record<string, never>
  /** transfers: erase the records of visitors' transfers that ended long ago. */
  'erase-records': Record<string, never>
  /** requests: clear the text and the people of requests that were deleted long ago. */
  'erase-requests': Record<string, never>
  /** transfers: update the list status of transfers that have expired. */
  'shelve-ended': Record<string, never>
  /** transfers: send a scheduled transfer whose time has come. */
  'send-scheduled': { transferId: string }
  /** transfers: send those whose own job did not. */
  'send-overdue': Record<string, never>
  /** transfers: tell members of the team that a transfer is shared with them. */
  'tell-shared': { transferId: string; memberIds: string[] }
  /** requests: tell members of the team that a request is shared with them, or assigned to them at that time. */
  'tell-request-shared': { requestId: string; memberIds: string[]; assignedAt: string | null }
  /** requests: notify the assignee of a request of a submission. */
  'tell-assignee': { submissionId: string; isLast: boolean }
  /** events: record the visits of a bot that were gathered for a minute. */
  'close-visits': { recipientId: string; device: string }
  /** downloads: recount what was finished of a transfer. */
  'count-downloads': { transferId: string }
  /** downloads: finish deliveries that have fully arrived and are no longer requested, and name the doubt. */
  'settle-doubt': { transferId: string; recipientId: string; ip: string; userAgent: string | null }
  /** downloads: check which recipients have everything, after a file was removed or withdrawn. */
  'finish-recipients': { transferId: string }
  /**
   * downloads: mail a code that opens a link, if its transfer is for the typed address; or one for an access request.
   */
  'mail-link-code': { codeId: string; language: 'en' | 'zh'; isForAccessRequest?: boolean }
  /** access-requests: resend the mail of a lost link, if the transfer of the slug is for the address. */
  'resend-mail': { slug: string; address: string }
  /** access-requests: notify those who requested more time of the transfer's new expiry. */
  'notify-requesters': { transferId: string }
  /** access-requests: delete requests that nobody can answer any more. */
  'forget-access-requests': Record<string, never>
  /** requests: delete the mailed addresses of requests that were deleted long ago. */
  'forget-request-mails': Record<string, never>
  /** tracking: record the outcome of a mail to a recipient. */
  'note-mail': { mailId: string }
  /** tracking: record which mails bounced. */
  'read-bounces': Record<string, never>
  /** tracking: record that a recipient's download has stalled. */
  'note-stall': { recipientId: string }
  /** tracking: record which transfers have expired. */
  'note-expired': Record<string, never>
  /** tracking: tell the sender that a recipient has finished, or has stopped before the end. */
  'tell-sender': { recipientId: string; kind: 'finished' | 'stopped' }
  /** tracking: tell the sender who has opened their page. */
  'tell-openings': { transferId: string }
  /** tracking: tell the sender what was downloaded since the last such mail. */
  'tell-downloads': { transferId: string }
  /** tracking: tell senders which recipients have not downloaded what expires soon. */
  'tell-unfetched': Record<string, never>
  /** tracking: remind recipients of what expires soon. */
  'remind-recipients': Record<string, never>
  /** tracking: find accounts whose day has ended, and queue their digests. */
  'start-digests': Record<string, never>
  /** tracking: tell an account what happened within a day. */
  'tell-digest': { accountId: string }
  /** events: delete IP addresses older than the retention. */
  'forget-addresses': Record<string, never>
  /** events: create the partitions of the coming months. */
  'make-event-months': Record<string, never>
  /** events: create one root over the ledgers that have moved. */
  'make-anchor': Record<string, never>
  /** events: get a time stamp for an anchor from the time stamping authority. */
  'stamp-anchor': { number: number }
  /** events: add recent counts to the sums. */
  'add-up-counts': Record<string, never>
  /** notifications: notify an account of a ledger's entries between two positions. */
  notify: { transferId: string; from: number; to: number }
  /** notifications: delete old ones. */
  'forget-notifications': Record<string, never>
  /** conversations: mail the operator what a customer has written. */
  'tell-operator': { conversationId: string }
  /** conversations: mail a customer the answers that they have not seen. */
  'tell-customer': { conversationId: string }
  /** conversations: move that of the browser in which an account has signed in to the account, if it is theirs. */
  'adopt-conversation': { accountId: string; deviceId: string }
  /** conversations: delete those in which nothing was said for a year. */
  'forget-conversations': Record<string, never>
  /** webhooks: queue an account's events for its webhooks: entries of a ledger, or a submission. */
  'tell-webhooks': { transferId: string; from: number; to: number } | { submissionId: string; isLast: boolean }
  /** webhooks: send the due deliveries of one webhook. */
  'deliver-webhooks': { webhookId: string }
  /** webhooks: delete old deliveries. */
  'forget-deliveries': Record<string, never>
  /** receipts: create a new key when the current one is a year old. */
  'renew-receipt-key': Record<string, never>
  /** contacts: add the recipients of a new transfer to its sender's contacts. */
  'save-contacts': { accountId: string; transferId: string }
  /** teams: tell everybody what a plan with fewer seats than members means. */
  'tell-over-seats': { workspaceId: string }
  /** branding: fetch the icon of a company from its own site. */
  'look-up-icon': { domain: string }
  /** branding: delete icons that are too old. */
  'forget-icons': Record<string, never>
  /** abuse: delete reports that were decided a year ago. */
  'forget-reports': Record<string, never>
  /** uploads: have files scanned for viruses. */
  'scan-files': { fileIds: string[] }
  /** uploads: queue scans of files without a verdict by the present signatures. */
  'start-scans': Record<string, never>
  /** teams: delete invitations that ended long ago. */
  'forget-invites': Record<string, never>
  /** domains: check the records of custom hosts that are due, and end quarantines. */
  'recheck-domains': Record<string, never>
  /** mail-domains: check the records of email domains that are due, renew keys, and forget old ones. */
  'recheck-mail-domains': Record<string, never>
  /** transfers: end and delete what a deleted account sent and stored. */
  'delete-account-things': { accountId: string }
  /** transfers: move what an account's proven addresses sent without signing in to the account. */
  'adopt-transfers': { accountId: string }
  /** transfers: end the links in mails to the former address of an account. */
  'end-access-tokens': { accountId: string }
  /** requests: remind those who have not answered. */
  'remind-due': Record<string, never>
  /** requests: tell a supplier by mail why an item is open again. */
  'mail-sent-back': { requestId: string; supplierId: string; itemId: string }
  /** requests: mail comments to a supplier, or, without one, to the requester's side, once the request is quiet. */
  'mail-comments': { requestId: string; supplierId: string | null }
  /** inbox: queue the supplier's receipt of a submission, and mail a notice to the requester's account. */
  'tell-submission': { submissionId: string }
  /** inbox: do that at once for submissions that waited for the checksums of these files. */
  'tell-checked': { fileIds: readonly string[] }
  /** inbox: mail that receipt as soon as the supplier may be mailed. */
  'mail-receipt': { submissionId: string }
  /** inbox: assign what a browser sent under an address to the supplier, once the address is proven. */
  'adopt-claims': { deviceId: string; address: string }
  /** inbox: request a file again that is not stored as it was sent, if it answered a request. */
  'withdraw-answer': { fileId: string }
  /** sessions: mail a link to set a new password, if the address has an account. */
  'mail-reset': { address: string; deviceId: string }
  /** sessions: delete sessions, tries, tickets and tokens that ended long ago. */
  'forget-sessions': Record<string, never>
  /** desk: take a sample of the server's health. */
  'note-health': Record<string, never>
  /** http: delete answered idempotency keys after a day, and misses and proofs that no longer count. */
  'forget-keys': Record<string, never>
  /**
   * tls: order a certificate where there is none or it has used two thirds of its lifetime; warn where it expires soon.
   */
  'renew-certificate': Record<string, never>
  /** payments: read back what a workspace has bought, and write it. */
  'settle-payments': { workspaceId: string }
  /** payments: end and forget the purchases of a workspace that its account has left for a team. */
  'forget-payments': { workspaceId: string }
  /** payments: mail an account what was noted about its purchases. */
  'tell-payment-news': { workspaceId: string }
  /** payments: queue that for every workspace that has bought or is buying something: events may have been lost. */
  'reconcile-payments': Record<string, never>
  /** payments: have what is due in the sandbox happen: renewals, ends of trials. */
  'advance-sandbox': Record<string, never>
  /** payments: send the sandbox's events to our own webhook. */
  'send-sandbox-events': Record<string, never>
  /** security: delete events older than a year, and networks after the retention of addresses. */
  'forget-security': Record<string, never>
}

export type TaskName = keyof TaskPayloads
