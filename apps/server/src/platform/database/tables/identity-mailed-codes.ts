import type { Bytea, BytesOrNull, DefaultInstant, Instant, InstantOrNull } from '../column-types.ts'

/** Written by `npm run tables` from the migrated schema; not to be edited. column-types.ts has what it cannot say. */
export interface SenderCodesTable {
  id: string
  address: string
  device_id: string
  code_hash: Bytea
  tries_left: number
  created_at: DefaultInstant
  expires_at: Instant
  used_at: InstantOrNull
}

export interface SenderProofsTable {
  device_id: string
  address: string
  network_hash: BytesOrNull
  proven_at: DefaultInstant
}

export interface CodeMailsTable {
  id: string
  mailbox_hash: Bytea
  is_known: boolean
  sent_at: DefaultInstant
}

export interface LinkCodesTable {
  id: string
  recipient_id: string
  device_id: string
  address: string
  tries_left: number
  created_at: DefaultInstant
  expires_at: Instant
  settled_at: InstantOrNull
  used_at: InstantOrNull
}

export interface IdentityMailedCodesTables {
  sender_codes: SenderCodesTable
  sender_proofs: SenderProofsTable
  code_mails: CodeMailsTable
  link_codes: LinkCodesTable
}
