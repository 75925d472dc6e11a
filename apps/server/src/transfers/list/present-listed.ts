import { formatBytes } from '@waybill/contract/core/sizes'
import type { ListedTransfer } from '@waybill/contract/transfers/list-endpoints'
import { linkAt, paths } from '../../platform/links.ts'
import { presentSendTime } from '../send/present-saved.ts'
import type { ListedRow } from './listed-store.ts'

/** A row of a list, in wire format. `link` is what to open or copy; null where there is none. */
export function presentListedTransfer(row: ListedRow, link: string | null): ListedTransfer {
  const path = row.first_path ?? ''
  return {
    _id: row.id,
    slug: row.slug,
    senderId: row.account_id,
    sendAs: row.send_as,
    dateSent: row.sent_at.getTime(),
    expiryDate: row.expires_at?.getTime() ?? null,
    total_downloads: row.downloads,
    fileName: path.slice(path.lastIndexOf('/') + 1),
    fileNumber: row.file_count,
    bytes: row.bytes,
    size: formatBytes(row.bytes),
    title: row.title,
    folderName: row.folder,
    message: row.message,
    senderEmail: row.sender_address,
    senderName: row.sender_name,
    emailTo: row.people,
    recipientCount: row.person_count,
    deviceCount: row.device_count,
    devicesFinished: row.devices_finished,
    state: stateOf(row),
    sendLater: presentSendTime(row),
    unsentBecause: row.unsent_because,
    deletedAt: row.deleted_at?.getTime() ?? null,
    isUnseen: row.deleted_at === null && row.sends_at === null && !row.is_expired && row.downloads === 0,
    isDelivered: row.is_delivered,
    isHandedOver: row.is_delivered && row.is_handed,
    isExpiring: row.deleted_at === null && row.is_expiring,
    isProtected: row.is_protected,
    isBlocked: row.is_blocked,
    isInfected: row.is_infected,
    lastEvent: row.last_kind && row.last_at ? { kind: row.last_kind, at: row.last_at.toISOString() } : null,
    trouble: row.trouble,
    link,
  }
}

function stateOf(row: ListedRow): ListedTransfer['state'] {
  if (row.deleted_at !== null) return 'deleted'
  if (row.sends_at !== null) return row.unsent_because === null ? 'scheduled' : 'unsent'
  if (row.is_expired) return 'expired'
  return row.is_paused ? 'paused' : 'active'
}

/**
 * The sender's own link, at `origin` where their workspace has its own host: a transfer sent by email has one per
 * recipient, and none to show; a deleted or blocked one has none that opens.
 */
export const firstRecipientLink = (
  { send_as, slug, deleted_at, is_blocked }: Pick<ListedRow, 'send_as' | 'slug' | 'deleted_at' | 'is_blocked'>,
  origin: string | null,
): string | null =>
  send_as === 'link' && deleted_at === null && !is_blocked ? linkAt(origin, paths.sharedTransfer(slug)) : null
