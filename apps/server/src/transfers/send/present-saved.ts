import type { ProfilePic } from '@waybill/contract/core/fields'
import { formatBytes } from '@waybill/contract/core/sizes'
import type { SavedTransfer, ShareWith } from '@waybill/contract/transfers/endpoints'
import { recordingsAmong } from '@waybill/contract/transfers/recordings'
import { linkAt, paths } from '../../platform/links.ts'
import type { TransferFile } from '../files/transfer-file-store.ts'
import type { Recipient } from '../recipients/recipient-store.ts'
import type { Transfer } from '../transfer-store.ts'

export type SentFile = Pick<TransferFile, 'id' | 'path' | 'bytes'>

/** The answer of the save, in wire format. */
export function presentSaved(
  transfer: Transfer,
  recipients: readonly Recipient[],
  files: readonly SentFile[],
  more: { profilePic: ProfilePic; shareWith: ShareWith[]; linkOrigin: string | null },
): SavedTransfer {
  const { profilePic, shareWith, linkOrigin } = more
  const people = recipients.flatMap(({ address, name, company }) =>
    address === null ? [] : [{ email: address, ...(name ? { name } : {}), ...(company ? { company } : {}) }],
  )
  const { videos, memo } = recordingsAmong(files)
  return {
    _id: transfer.id,
    slug: transfer.slug,
    sendAs: transfer.send_as,
    senderId: transfer.account_id,
    senderEmail: transfer.sender_address,
    fromEmail: transfer.sender_address,
    senderName: transfer.sender_name,
    fullName: transfer.sender_name,
    company: transfer.sender_company,
    title: transfer.title,
    message: transfer.message,
    emailTo: people,
    recordedVideos: videos.map(fileObject),
    voiceMemo: memo && fileObject(memo),
    fileObjects: files.map(fileObject),
    fileName: baseName(files[0]?.path ?? ''),
    fileNumber: transfer.file_count,
    size: formatBytes(transfer.bytes),
    bytes: transfer.bytes,
    dateSent: transfer.sent_at.getTime(),
    expirySeconds: transfer.expiry_seconds,
    expiryDate: transfer.expires_at?.getTime() ?? null,
    sendLater: presentSendTime(transfer),
    status: true,
    profilePic,
    shareWith,
    ...(linkOrigin && { customURL: linkAt(linkOrigin, paths.sharedTransfer(transfer.slug)) }),
  }
}

/** Null for a transfer that has been sent. */
export const presentSendTime = ({
  sends_at: at,
  sends_local: localTime,
  sends_zone: timeZone,
}: Pick<Transfer, 'sends_at' | 'sends_local' | 'sends_zone'>): SavedTransfer['sendLater'] =>
  at === null || localTime === null || timeZone === null ? null : { localTime, timeZone, at: at.getTime() }

const fileObject = ({ id, path, bytes }: SentFile) => ({ fileName: path, size: bytes, itemPath: id })

const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1)
