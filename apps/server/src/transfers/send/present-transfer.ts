import type { ProfilePic } from '@waybill/contract/core/fields'
import type { TransferView } from '@waybill/contract/transfers/transfer-view'
import { isBarredType } from '@waybill/contract/uploads/barred-types'
import type { ScanView } from '@waybill/contract/uploads/scan-view'
import type { TransferFile } from '../files/transfer-file-store.ts'
import type { FoundTransfer } from '../find-transfer.ts'
import { titleForOthers } from '../recipients/sender-of.ts'

type Shown = Pick<TransferFile, 'id' | 'path' | 'bytes' | 'sha256' | 'withdrawn_at' | 'scan_state' | 'scan_because'>

/** Null: no verdict holds: there is no scanner, none has come yet, or the operator has rejected it. */
export const presentScan = (state: string | null, because: string | null): ScanView =>
  (state !== 'not-scanned' ? state : because === 'cleared' ? null : because) as ScanView

export const presentFiles = (files: readonly Shown[]): TransferView['files'] =>
  files.map(({ id, path, bytes, sha256, withdrawn_at, scan_state, scan_because }) => ({
    id,
    path,
    bytes,
    sha256: sha256?.toString('hex') ?? null,
    isWithdrawn: withdrawn_at !== null,
    isProgram: isBarredType(path),
    scan: presentScan(scan_state, scan_because),
  }))

/**
 * What a recipient may see of a transfer.
 *
 * @param zipBytes exact size of the zip of every file that is not withdrawn
 */
export function presentTransfer(
  { transfer, recipient }: FoundTransfer,
  files: readonly Shown[],
  zipBytes: number,
  profilePic: ProfilePic = null,
): TransferView {
  return {
    slug: transfer.slug,
    state: transfer.is_expired ? 'expired' : 'active',
    sender: {
      email: transfer.sender_address,
      name: transfer.sender_name,
      isProven: transfer.sender_proven,
      // Anyone can choose a picture, like a name.
      profilePic: transfer.sender_proven ? profilePic : null,
    },
    recipient: recipient.address,
    title: titleForOthers(transfer),
    message: transfer.message,
    sentAt: transfer.sent_at.toISOString(),
    expiresAt: transfer.expires_at?.toISOString() ?? null,
    files: presentFiles(files),
    totalBytes: transfer.bytes,
    zipBytes,
  }
}
