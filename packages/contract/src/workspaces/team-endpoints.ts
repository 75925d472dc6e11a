import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { bytes, id, ignored, instant, language, profilePic, text, typedAddress } from '../core/fields.ts'
import { shownAgain, shownAgainRefusals } from '../core/shown-again.ts'
import { user } from '../identity/profile-endpoints.ts'
import { signedIn } from '../identity/session-endpoints.ts'
import { invitedRoles, memberRoles } from './member-roles.ts'

/** Addresses in one call; the largest team has 50 seats. */
export const INVITES_PER_CALL = 50
/** How long an invitation stands, from its last mail on. */
export const INVITE_DAYS = 7

const invitedRole = z.enum(invitedRoles)
/** The secret of an invitation: 128 bits, in its mail alone. */
const inviteToken = text(64)

export const teamMember = z.object({
  _id: id,
  email: z.string(),
  fullName: z.string(),
  profilePic,
  memberRole: z.enum(memberRoles),
  joinedAt: instant,
  /** When one of their sessions was used last; null where none is known. */
  lastActiveAt: instant.nullable(),
  /** Of the workspace's storage. */
  usedBytes: bytes,
  /** Transfers of this UTC month. */
  monthTransfers: z.int(),
  /** More members joined before than the plan has seats. */
  isOverSeats: z.boolean(),
  hasSecondFactor: z.boolean(),
})
export type TeamMember = z.infer<typeof teamMember>

export const teamInvite = z.object({
  _id: id,
  email: z.string(),
  role: invitedRole,
  sentAt: instant,
  expiresAt: instant,
  isExpired: z.boolean(),
})
export type TeamInvite = z.infer<typeof teamInvite>

export const team = z.object({
  /** Members beside the admin; open invitations hold a seat too. */
  seats: z.object({ limit: z.int(), members: z.int(), invites: z.int() }),
  /** The admin first, then in the order in which they joined. */
  members: z.array(teamMember),
  /** Those that nobody has accepted, newest first. */
  invites: z.array(teamInvite),
  /** Whom the admin has asked to become the admin. */
  handover: z.object({ to: id, askedAt: instant }).nullable(),
  /** When members above the seats can no longer send; null where there are none. */
  overSeatsUntil: instant.nullable(),
  /** Every account of the team must have a second factor. */
  requiresSecondFactor: z.boolean(),
})
export type Team = z.infer<typeof team>

const adminProblems = ['unauthenticated', 'admin-only'] as const

export const readTeam = endpoint('readTeam', {
  summary: 'The team, its seats and open invitations',
  auth: 'session',
  isAdminOnly: true,
  reply: z.object({ team }),
  problems: [...adminProblems],
})

/** What became of each address, in the order in which they were given, without repetitions. */
export const inviteOutcome = z.object({
  email: z.string(),
  outcome: z.enum(['invited', 'invalid', 'member', 'invited-before', 'no-seat']),
})
export type InviteOutcome = z.infer<typeof inviteOutcome>

/** Invites as many as there are seats for, each by a mail. */
export const inviteMembers = endpoint('inviteMembers', {
  summary: 'Invite people to the team',
  auth: 'session',
  isAdminOnly: true,
  body: z.strictObject({ emails: z.array(typedAddress).min(1).max(INVITES_PER_CALL), role: invitedRole }),
  reply: z.object({ outcomes: z.array(inviteOutcome), team }),
  problems: [
    ...adminProblems,
    'account-suspended',
    'subscription-due',
    'too-many-requests',
    'too-many-mails',
    'sending-paused',
    'idempotency-mismatch',
    'still-working',
  ],
})

const inviteParams = z.strictObject({ invite: id })

/** With a new link: the one before stops working. */
export const resendInvite = endpoint('resendInvite', {
  summary: 'Mail an invitation again',
  auth: 'session',
  isAdminOnly: true,
  params: inviteParams,
  reply: z.object({ team }),
  problems: [
    ...adminProblems,
    'invite-not-found',
    'no-seat',
    'account-suspended',
    'subscription-due',
    'too-many-requests',
    'too-many-mails',
    'sending-paused',
  ],
})

export const withdrawInvite = endpoint('withdrawInvite', {
  summary: 'Withdraw an invitation',
  auth: 'session',
  isAdminOnly: true,
  params: inviteParams,
  reply: z.object({ team }),
  problems: [...adminProblems, 'invite-not-found'],
})

const memberParams = z.strictObject({ member: id })

export const changeMemberRole = endpoint('changeMemberRole', {
  summary: 'Make a member a manager, or a manager a member',
  auth: 'session',
  isAdminOnly: true,
  params: memberParams,
  body: z.strictObject({ role: invitedRole }),
  reply: z.object({ team }),
  problems: [...adminProblems, 'member-not-found'],
})

/**
 * What the member made stays, under `successor`, the admin where nobody is named; links keep working. The account leaves
 * with a free workspace of its own, and is signed out everywhere at once.
 */
export const removeMember = endpoint('removeMember', {
  summary: 'Remove a member from the team',
  auth: 'session',
  isAdminOnly: true,
  params: memberParams,
  body: z.strictObject({ successor: id.optional() }),
  reply: z.object({ team }),
  problems: [...adminProblems, 'member-not-found'],
})

/**
 * From then on members without a second factor can only set one up, sign out, finish what they are sending, and leave.
 * They get a mail. The admin must have one first.
 */
export const requireSecondFactor = endpoint('requireSecondFactor', {
  summary: 'Whether everyone in the team must have a second factor',
  auth: 'session',
  isAdminOnly: true,
  body: z.strictObject({ isRequired: z.boolean(), ...shownAgain }),
  reply: z.object({ team }),
  problems: [...shownAgainRefusals, 'admin-only', 'own-factor-first'],
  asksStepUp: true,
})

/** The member has to agree. */
export const offerHandover = endpoint('offerHandover', {
  summary: 'Ask a member to become the admin',
  auth: 'session',
  isAdminOnly: true,
  body: z.strictObject({ member: id, ...shownAgain }),
  reply: z.object({ team }),
  problems: [...shownAgainRefusals, 'admin-only', 'member-not-found'],
  asksStepUp: true,
})

/** By the admin, or by the member who was asked. */
export const withdrawHandover = endpoint('withdrawHandover', {
  summary: 'Withdraw or decline the handing over of the admin’s place',
  auth: 'session',
  status: 204,
  problems: ['unauthenticated', 'handover-not-found'],
})

/** By the member who was asked: the two change places. */
export const acceptHandover = endpoint('acceptHandover', {
  summary: 'Become the admin of the team',
  auth: 'session',
  reply: z.object({ user }),
  problems: ['unauthenticated', 'handover-not-found'],
})

/** What an invitation is, to those who have its link. */
export const openedInvite = z.object({
  email: z.string(),
  role: invitedRole,
  expiresAt: instant,
  invitedBy: z.object({ email: z.string(), fullName: z.string() }),
  company: z.string(),
  /** The address has an account: it joins by signing in. */
  hasAccount: z.boolean(),
  /** What the caller's account would bring; null where the caller is not signed in under the address. */
  brings: z
    .object({
      transfers: z.int(),
      requests: z.int(),
      contacts: z.int(),
      usedBytes: bytes,
      /** Why the account cannot join. */
      because: z.enum(['paid', 'team', 'member']).nullable(),
    })
    .nullable(),
})
export type OpenedInvite = z.infer<typeof openedInvite>

/** Changes nothing. */
export const openInvite = endpoint('openInvite', {
  summary: 'What an invitation says',
  body: z.strictObject({ invite: inviteToken }),
  reply: openedInvite,
  problems: ['invite-gone', 'too-many-requests'],
})

/**
 * Makes the account of an invitation's address, in the team: the link proves the address. The wire's team signup; its
 * `newMemberEmail` must be the invitation's, and `company` is the team's.
 */
export const joinTeam = endpoint('joinTeam', {
  summary: 'Sign up with an invitation',
  body: z.strictObject({
    invite: inviteToken,
    newMemberEmail: typedAddress,
    password: text(256),
    fullName: text(200).default(''),
    company: ignored,
    lang: language.optional(),
    timeZone: text(64).optional(),
  }),
  reply: signedIn,
  problems: [
    'invite-gone',
    'invite-elsewhere',
    'no-seat',
    'email-taken',
    'password-too-short',
    'password-too-common',
    'message-holds-link',
    'too-many-requests',
    'busy',
  ],
})

/** An account without a plan of its own joins with all that it has. */
export const acceptInvite = endpoint('acceptInvite', {
  summary: 'Join a team with one’s account',
  auth: 'session',
  body: z.strictObject({ invite: inviteToken }),
  reply: z.object({ user }),
  problems: ['unauthenticated', 'invite-gone', 'invite-elsewhere', 'no-seat', 'account-bound', 'too-many-requests'],
})
