import { planNamesEn } from '@waybill/contract/billing/plan-names'
import type { ActivityKind } from '@waybill/contract/workspaces/activity-kinds'

const files = (count: number) => (count === 1 ? '1 file' : `${count} files`)
const roles: Record<string, string> = { admin: 'admin', manager: 'manager', member: 'member' }

/** What a team did. A sentence follows the name of who did it. */
export const activity = {
  title: 'Team activity',
  text: 'What people in your team did, newest first, in your time zone. It is kept for a year and names people as they were called then.',
  unknown:
    'Not recorded here: sign-ins, what somebody only looked at, changes to one’s own transfers and requests, whom requests are shared with or assigned to, and anything before this list began. What recipients downloaded is in the activity log of each transfer.',
  memberLabel: 'Done by',
  everyone: 'Everyone',
  partLabel: 'About',
  anyPart: 'Everything',
  parts: {
    transfers: 'Transfers',
    requests: 'Requests',
    library: 'Library',
    people: 'People',
    settings: 'Settings and plan',
  },
  export: 'Export CSV',
  exportName: 'team-activity.csv',
  more: 'Show more',
  loading: 'Loading the activity of your team',
  again: 'Try again',
  emptyTitle: 'Nothing recorded yet',
  emptyText: 'What people in your team send, share and request appears here.',
  nothingFound: 'Nothing matches these filters.',
  service: 'Waybill',
  plans: planNamesEn as Record<string, string>,
  open: (slug: string) => `Open ${slug}`,
  kinds: {
    sent: ({ count }) => `sent ${files(count)}`,
    shared: ({ whom }) => `shared a transfer with ${whom}`,
    requested: () => 'created a request',
    fetched: ({ count }) => `started a download of ${count === 1 ? '1 stored file' : `${count} stored files`}`,
    invited: ({ whom, role }) => `invited ${whom} as ${roles[role] ?? role}`,
    'invite-withdrawn': ({ whom }) => `withdrew the invitation of ${whom}`,
    'member-joined': ({ role }) => `joined as ${roles[role] ?? role}`,
    'member-removed': ({ whom }) => `removed ${whom} from the team`,
    'member-left': () => 'left the team and deleted their account',
    'member-role-set': ({ whom, role }) => `made ${whom} a ${roles[role] ?? role}`,
    'handover-asked': ({ whom }) => `asked ${whom} to become the admin`,
    'handover-ended': () => 'ended the handover of the admin’s place',
    'handed-over': ({ whom }) => `became the admin in place of ${whom}`,
    'member-transfer-changed': ({ whom }) => `changed a transfer of ${whom}`,
    'member-request-changed': ({ whom }) => `changed a request of ${whom}`,
    'member-files-deleted': ({ whom, count }) => `deleted ${files(count)} of ${whom}`,
    'branding-changed': () => 'changed the branding',
    'plan-changed': ({ from, to }) => `changed the plan from ${from} to ${to}`,
    'factor-required': () => 'required a second factor of everybody',
    'factor-optional': () => 'no longer required a second factor',
    'sso-saved': () => 'set up the company’s login',
    'sso-required': () => 'required the company’s login of members',
    'sso-optional': () => 'no longer required the company’s login',
    'sso-removed': () => 'removed the company’s login',
    'host-claimed': ({ whom }) => `added the domain ${whom} for links`,
    'host-released': ({ whom }) => `removed the domain ${whom} for links`,
    'mail-domain-claimed': ({ whom }) => `added the domain ${whom} for emails`,
    'mail-domain-released': ({ whom }) => `removed the domain ${whom} for emails`,
  } as Record<ActivityKind, (told: Told) => string>,
}

/** What a sentence may need; each kind has some of it. */
export interface Told {
  whom: string
  count: number
  role: string
  from: string
  to: string
}

export type ActivityWords = typeof activity
