import type {
  BytesOrNull,
  ColumnTypes,
  DefaultInstant,
  InstantOrNull,
  JsonOrNull,
  OptionalNull,
} from '../column-types.ts'

/** Written by `npm run tables` from the migrated schema; not to be edited. column-types.ts has what it cannot say. */
export interface MailDomainsTable {
  id: string
  workspace_id: string
  domain: string
  token: string
  status: 'pending' | 'verified' | 'failed' | 'released'
  created_at: DefaultInstant
  verified_at: InstantOrNull
  wrong_since: InstantOrNull
  failed_at: InstantOrNull
  released_at: InstantOrNull
  trouble: OptionalNull<'records' | 'key' | 'refused' | 'moved'>
  troubled_at: InstantOrNull
  checked_at: InstantOrNull
  found: JsonOrNull<ColumnTypes['mail_domains.found']>
  next_check_at: DefaultInstant
  test_mail_id: OptionalNull<string>
}

export interface MailKeysTable {
  domain_id: string
  slot: number
  state: 'next' | 'active' | 'retired'
  public_key: string
  sealed: BytesOrNull
  made_at: DefaultInstant
  since: DefaultInstant
  seen_at: InstantOrNull
}

export interface MailDomainsTables {
  mail_domains: MailDomainsTable
  mail_keys: MailKeysTable
}
