/** What the activity of a team is about. */
export const activityParts = ['transfers', 'requests', 'library', 'people', 'settings'] as const
export type ActivityPart = (typeof activityParts)[number]

export const activityKinds = [
  'sent',
  'shared',
  'requested',
  /** Somebody began to download files of the library. */
  'fetched',
  'invited',
  'invite-withdrawn',
  'member-joined',
  /** By the admin. */
  'member-removed',
  /** By deleting the account. */
  'member-left',
  'member-role-set',
  'handover-asked',
  'handover-ended',
  'handed-over',
  /** The admin changed what a member sent, or asked for. */
  'member-transfer-changed',
  'member-request-changed',
  /** The admin deleted files of a member. */
  'member-files-deleted',
  'branding-changed',
  'plan-changed',
  'factor-required',
  'factor-optional',
  'sso-saved',
  'sso-required',
  'sso-optional',
  'sso-removed',
  'host-claimed',
  'host-released',
  'mail-domain-claimed',
  'mail-domain-released',
] as const
export type ActivityKind = (typeof activityKinds)[number]
