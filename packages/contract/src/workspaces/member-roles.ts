/**
 * The place of an account in its workspace. The admin pays, manages the team, and sees and changes what everybody
 * sent; managers see it; members see their own things and what is shared with them. Someone alone is the admin of their
 * own workspace.
 */
export const memberRoles = ['admin', 'manager', 'member'] as const
export type MemberRole = (typeof memberRoles)[number]

/** The roles that an invitation can give: there is one admin. */
export const invitedRoles = ['manager', 'member'] as const satisfies readonly MemberRole[]
export type InvitedRole = (typeof invitedRoles)[number]
