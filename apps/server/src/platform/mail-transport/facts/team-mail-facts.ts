/** A person of a team; the name is their own. */
export interface TeamPerson {
  address: string
  name: string
}

/** Of the mails of a team. */
export interface TeamMailFacts {
  /** To an address that is invited to a team. */
  'team-invite': {
    inviter: TeamPerson
    company: string
    role: 'manager' | 'member'
    validDays: number
    link: string
  }
  /** To the admin of a team: somebody has joined. */
  'team-joined': { member: TeamPerson; link: string }
  /** To an account that was removed from a team. */
  'team-removed': { admin: TeamPerson; company: string; link: string }
  /** To a member with whom another one shares a transfer. */
  'transfer-shared': {
    sender: TeamPerson
    slug: string
    /** Absent in older mails. */
    title?: string | null
    fileName: string
    fileCount: number
    link: string
  }
  /** To a member with whom another one shares a request, or to whom it is assigned. */
  'request-shared': { requester: TeamPerson; slug: string; title: string; isAssigned: boolean; link: string }
  /** To a member whom the admin asks to take the place over. */
  'team-handover-asked': { admin: TeamPerson; link: string }
  /** To the new admin of a team and to the one before. */
  'team-handed-over': { admin: TeamPerson; isReader: boolean; link: string }
  /** To an account of the team without a second factor: the admin now requires one. */
  'team-factor-required': { admin: TeamPerson; company: string; link: string }
  /** To the admin: the records of the workspace's host are wrong. `offAfter`: when it is turned off; null: it is. */
  'host-wrong': { host: string; offAfter: string | null; link: string }
  /** To the admin: mails leave from our address instead of the workspace's domain. */
  'mail-domain-failed': { domain: string; because: 'records' | 'key' | 'refused' | 'moved'; link: string }
  /** From the workspace's domain to its admin. */
  'mail-domain-test': { domain: string; link: string }
  /** To everybody in a team whose plan was lowered below its members. */
  'team-over-seats': {
    seats: number
    members: number
    endsAt: string
    isAdmin: boolean
    /** Of a member: joined early enough to go on sending. */
    hasSeat: boolean
    adminAddress: string
    link: string
  }
}
