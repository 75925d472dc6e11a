import { plans, type Role } from '@waybill/contract/billing/plans'
import { language, type ProfilePic } from '@waybill/contract/core/fields'
import type { TransferSettings, User } from '@waybill/contract/identity/profile-endpoints'
import type { RequestSettings } from '@waybill/contract/requests/shapes'
import { DEFAULT_EXPIRY_SECONDS, expiryAllowed } from '@waybill/contract/transfers/expiry'
import { seatsEndAt } from '../../workspaces/index.ts'
import type { Account } from './account-store.ts'
import type { Member } from './member-store.ts'

/** The account as its owner sees it, with the counts of billing and sessions. */
export function presentUser(
  account: Account,
  counted: {
    usedBytes: number
    monthTransfers: number
    passkeyCount: number
    secondFactorRule: User['secondFactorRule']
    lifetimeCodes: readonly string[]
    /** Everybody in the workspace, the admin first. */
    members: readonly Member[]
    isAskedToAdminister: boolean
    hasLostSeat: boolean
    overSeatsSince: Date | null
    logoPic: string | null
    brandName: string
    domain: Pick<User, 'domain_status' | 'typedDomain' | 'customDomainOption' | 'linkOrigin'>
    pmDomain: User['pmDomain']
  },
): User {
  const role = account.role as Role
  return {
    _id: account.id,
    email: account.email,
    fullName: account.full_name,
    company: account.company,
    profilePic: pictureOf(account),
    logoPic: counted.logoPic,
    brandName: counted.brandName,
    role,
    region: account.region,
    folderSize: counted.usedBytes,
    storageLimit: plans[role].storageBytes,
    thisMonthsTransfers: counted.monthTransfers,
    subscription: account.subscription,
    isSumo: {
      isSumo: counted.lifetimeCodes.length > 0,
      ...Object.fromEntries(counted.lifetimeCodes.map((code, nth) => [`code${nth + 1}`, code])),
    },
    status: account.suspended_at === null ? 'ok' : 'revoke',
    isTeamMember: account.member_role !== 'admin',
    memberRole: account.member_role,
    team: counted.members.length > 1 ? counted.members.map(presentColleague) : [],
    parentAdmin: account.member_role === 'admin' ? null : presentAdmin(counted.members),
    hasLostSeat: counted.hasLostSeat,
    overSeats: presentOverSeats(account, counted),
    isAskedToAdminister: counted.isAskedToAdminister,
    transferSettings: settingsOf(account),
    requestSettings: requestSettingsOf(account),
    ...counted.domain,
    pmDomain: counted.pmDomain,
    loginCount: account.login_count,
    lang: languageOf(account),
    timeZone: account.time_zone,
    isLed: account.is_led,
    hasTotp: account.totp_confirmed_at !== null,
    passkeyCount: counted.passkeyCount,
    secondFactorRule: counted.secondFactorRule,
  }
}

const presentColleague = (member: Member): User['team'][number] => ({
  _id: member.id,
  email: member.email,
  fullName: member.full_name,
  profilePic: pictureOf(member),
  finished_onboarding: true,
})

function presentAdmin(members: readonly Member[]): User['parentAdmin'] {
  const admin = members.find(({ member_role: role }) => role === 'admin')
  if (admin === undefined) return null
  return {
    parentAdminID: admin.id,
    parentEmail: admin.email,
    parentAdminFullName: admin.full_name,
    parentAdminProfilePic: pictureOf(admin),
  }
}

/** Members keep their seats in the order in which they joined; the admin needs none. */
function presentOverSeats(
  { id, role }: Account,
  { overSeatsSince, members }: { overSeatsSince: Date | null; members: readonly Member[] },
): User['overSeats'] {
  if (overSeatsSince === null) return null
  const seats = plans[role as Role].seatLimit
  return {
    seats,
    members: members.length - 1,
    until: seatsEndAt(overSeatsSince).toISOString(),
    lacksSeat: members.findIndex((member) => member.id === id) > seats,
  }
}

/** The account's language. */
export const languageOf = (account: Pick<Account, 'language'>) => language.catch('en').parse(account.language)

/** The defaults of a new transfer: the account's choices that its role still allows, else the general defaults. */
function settingsOf(
  account: Pick<Account, 'transfer_settings' | 'language' | 'role' | 'alert_mode'>,
): TransferSettings {
  const { expirySeconds = DEFAULT_EXPIRY_SECONDS, sendAs, language: ofMails } = account.transfer_settings
  const isAllowed = expiryAllowed(account.role as Role, expirySeconds)
  return {
    expirySeconds: isAllowed ? expirySeconds : DEFAULT_EXPIRY_SECONDS,
    sendAs: sendAs ?? 'email',
    language: ofMails ?? languageOf(account),
    alerts: account.alert_mode,
    remindRecipients: account.transfer_settings.remindRecipients ?? false,
    onlyProven: account.transfer_settings.onlyProven ?? false,
    downloadLimit: account.transfer_settings.downloadLimit ?? null,
  }
}

/** The same for a new request. */
export function requestSettingsOf(account: Pick<Account, 'request_settings' | 'language' | 'role'>): RequestSettings {
  const { expirySeconds = DEFAULT_EXPIRY_SECONDS, ...chosen } = account.request_settings
  const isAllowed = expiryAllowed(account.role as Role, expirySeconds)
  return {
    expirySeconds: isAllowed ? expirySeconds : DEFAULT_EXPIRY_SECONDS,
    identity: chosen.identity ?? 'optional',
    supplierNoun: chosen.supplierNoun ?? 'supplier',
    language: chosen.language ?? languageOf(account),
    reminders: chosen.reminders ?? true,
    reminderDays: chosen.reminderDays ?? [3, 1],
    deadlineRule: chosen.deadlineRule ?? 'supplier',
    notices: chosen.notices ?? true,
  }
}

export function pictureOf({ picture_id: picture }: Pick<Account, 'picture_id'>): ProfilePic {
  if (picture === null) return null
  return { small: `/pictures/${picture}/small`, verysmall: `/pictures/${picture}/verysmall` }
}
