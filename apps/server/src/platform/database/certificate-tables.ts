import type { Generated } from 'kysely'
import type { Bytea, DefaultInstant, InstantOrNull, OptionalNull } from './column-types.ts'

export interface AcmeAccountsTable {
  directory: string
  sealed: Bytea
  created_at: DefaultInstant
}
export interface AcmeChallengesTable {
  token: string
  answer: string
  created_at: DefaultInstant
}
export interface CertificatesTable {
  host: string
  chain: OptionalNull<string>
  sealed: OptionalNull<Buffer>
  starts_at: InstantOrNull
  ends_at: InstantOrNull
  renew_at: InstantOrNull
  failures: Generated<number>
  last_error: OptionalNull<string>
  next_try_at: DefaultInstant
  taken_by: OptionalNull<string>
  taken_until: InstantOrNull
}

export interface CertificateTables {
  acme_accounts: AcmeAccountsTable
  acme_challenges: AcmeChallengesTable
  certificates: CertificatesTable
}
