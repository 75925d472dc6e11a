import { formatBytes } from '@waybill/contract/sizes'
import type { SavedTransfer } from '@waybill/contract/transfers'
import type { Recipient, Transfer } from './transfer-store.ts'

/** What the save answers, in the wire's words. `firstPath` is the path of the first file. */
export function presentSaved(transfer: Transfer, recipients: readonly Recipient[], firstPath: string): SavedTransfer {
  return {
    _id: transfer.id,
    slug: transfer.slug,
    sendAs: transfer.send_as,
    senderEmail: transfer.sender_address,
    fromEmail: transfer.sender_address,
    fullName: transfer.sender_name,
    message: transfer.message,
    emailTo: recipients.flatMap(({ address }) => (address === null ? [] : [{ email: address }])),
    fileName: firstPath.slice(firstPath.lastIndexOf('/') + 1),
    fileNumber: transfer.file_count,
    size: formatBytes(transfer.bytes),
    bytes: transfer.bytes,
    dateSent: transfer.sent_at.getTime(),
    expirySeconds: transfer.expiry_seconds,
    expiryDate: transfer.expires_at?.getTime() ?? null,
    status: true,
  }
}
