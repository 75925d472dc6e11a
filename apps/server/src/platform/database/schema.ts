import type { AbuseTables } from './tables/abuse.ts'
import type { BillingTables } from './tables/billing.ts'
import type { BrandingTables } from './tables/branding.ts'
import type { ContactsTables } from './tables/contacts.ts'
import type { ContentTables } from './tables/content.ts'
import type { ConversationsTables } from './tables/conversations.ts'
import type { DeskTables } from './tables/desk.ts'
import type { DomainsTables } from './tables/domains.ts'
import type { DownloadsTables } from './tables/downloads.ts'
import type { IdentityAccountsTables } from './tables/identity-accounts.ts'
import type { IdentityMailedCodesTables } from './tables/identity-mailed-codes.ts'
import type { IdentityProfileTables } from './tables/identity-profile.ts'
import type { IdentitySessionsTables } from './tables/identity-sessions.ts'
import type { LibraryTables } from './tables/library.ts'
import type { MailDomainsTables } from './tables/mail-domains.ts'
import type { NotificationsTables } from './tables/notifications.ts'
import type { PaymentsTables } from './tables/payments.ts'
import type { PlatformTables } from './tables/platform.ts'
import type { RequestsTables } from './tables/requests.ts'
import type { TrackingTables } from './tables/tracking.ts'
import type { TrackingLedgerTables } from './tables/tracking-ledger.ts'
import type { TransfersTables } from './tables/transfers.ts'
import type { UploadsTables } from './tables/uploads.ts'
import type { WebhooksTables } from './tables/webhooks.ts'
import type { WorkspacesTables } from './tables/workspaces.ts'
import type { WorkspacesTeamTables } from './tables/workspaces-team.ts'

export type { DraftRecipient, ForwardedFile } from './column-types.ts'
export type * from './tables/abuse.ts'
export type * from './tables/billing.ts'
export type * from './tables/branding.ts'
export type * from './tables/contacts.ts'
export type * from './tables/content.ts'
export type * from './tables/conversations.ts'
export type * from './tables/desk.ts'
export type * from './tables/domains.ts'
export type * from './tables/downloads.ts'
export type * from './tables/identity-accounts.ts'
export type * from './tables/identity-mailed-codes.ts'
export type * from './tables/identity-profile.ts'
export type * from './tables/identity-sessions.ts'
export type * from './tables/library.ts'
export type * from './tables/mail-domains.ts'
export type * from './tables/notifications.ts'
export type * from './tables/payments.ts'
export type * from './tables/platform.ts'
export type * from './tables/requests.ts'
export type * from './tables/tracking.ts'
export type * from './tables/tracking-ledger.ts'
export type * from './tables/transfers.ts'
export type * from './tables/uploads.ts'
export type * from './tables/webhooks.ts'
export type * from './tables/workspaces.ts'
export type * from './tables/workspaces-team.ts'

/** Written by `npm run tables` from the migrated schema; not to be edited. column-types.ts has what it cannot say. */
export interface Database
  extends AbuseTables,
    BillingTables,
    BrandingTables,
    ContactsTables,
    ContentTables,
    ConversationsTables,
    DeskTables,
    DomainsTables,
    DownloadsTables,
    IdentityAccountsTables,
    IdentityMailedCodesTables,
    IdentityProfileTables,
    IdentitySessionsTables,
    LibraryTables,
    MailDomainsTables,
    NotificationsTables,
    PaymentsTables,
    PlatformTables,
    RequestsTables,
    TrackingTables,
    TrackingLedgerTables,
    TransfersTables,
    UploadsTables,
    WebhooksTables,
    WorkspacesTables,
    WorkspacesTeamTables {}
