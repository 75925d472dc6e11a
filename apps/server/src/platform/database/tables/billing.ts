import type { Generated } from 'kysely'
import type { Bytea, ColumnTypes, DefaultInstant, InstantOrNull, JsonOrNull, OptionalNull } from '../column-types.ts'

/** Written by `npm run tables` from the migrated schema; not to be edited. column-types.ts has what it cannot say. */
export interface SubscriptionsTable {
  workspace_id: string
  role: Generated<string>
  status: Generated<'trialing' | 'active' | 'past_due' | 'unpaid'>
  bought_role: Generated<string>
  bought_status: Generated<'trialing' | 'active' | 'past_due' | 'unpaid'>
  changed_at: DefaultInstant
  bought: JsonOrNull<ColumnTypes['subscriptions.bought']>
}

export interface LifetimeCodesTable {
  id: string
  mac: Bytea
  ending: string
  note: Generated<string>
  made_at: DefaultInstant
  code: OptionalNull<string>
  workspace_id: OptionalNull<string>
  place: OptionalNull<number>
  redeemed_at: InstantOrNull
  revoked_at: InstantOrNull
}

export interface AllowancesTable {
  key: string
  reserved_bytes: Generated<number>
  used_bytes: Generated<number>
  sends: Generated<number>
  created_at: DefaultInstant
}

export interface MailedPeopleTable {
  thing: string
  mailbox: string
}

export interface MailPacesTable {
  sender: string
  mailbox: string
  times: ColumnTypes['mail_paces.times']
  last_at: DefaultInstant
}

export interface BillingTables {
  subscriptions: SubscriptionsTable
  lifetime_codes: LifetimeCodesTable
  allowances: AllowancesTable
  mailed_people: MailedPeopleTable
  mail_paces: MailPacesTable
}
