import type { Notification } from '@waybill/contract/notifications/endpoints'
import { openedName } from '@waybill/contract/requests/sealed-form'
import type { NotificationRow } from './notification-store.ts'

export const presentNotification = (row: NotificationRow): Notification => ({
  _id: row.id,
  place: row.place,
  kind: row.kind as Notification['kind'],
  slug: row.slug,
  title: row.title,
  transferTitle: row.transfer_title,
  supplier: row.supplier,
  dlDate: row.at.toISOString(),
  dlCountryCode: row.country,
  dlOrigin: row.city,
  device: row.device,
  receiverEmail: row.address,
  fileName: row.is_sealed && row.file_name ? openedName(row.file_name) : row.file_name,
  fileCount: row.file_count,
  filesThere: row.files_there,
  evidence: row.evidence,
  doubtBytes: row.doubt_bytes,
  isSealed: row.is_sealed,
  read: row.is_read,
})
