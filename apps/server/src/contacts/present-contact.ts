import type { Contact } from '@waybill/contract/contacts/endpoints'
import type { ContactRow } from './contact-store.ts'

export const presentContact = (row: ContactRow): Contact => ({
  _id: row.id,
  email: row.email,
  name: row.name,
  company: row.company,
  lastSentAt: row.last_sent_at?.toISOString() ?? null,
})
