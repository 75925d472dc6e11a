import { z } from 'zod'
import { roles } from '../billing/plans.ts'
import { endpoint } from '../core/endpoint.ts'
import { bytes, id, instant, language, profilePic, text, typedAddress } from '../core/fields.ts'
import { shownAgain, shownAgainRefusals } from '../core/shown-again.ts'
import { customDomainOptions, domainStatuses } from '../domains/endpoints.ts'
import { requestSettings, typedRequestSettings } from '../requests/shapes.ts'
import { alertModes } from '../tracking/alerts.ts'
import { downloadLimit } from '../transfers/sending-fields.ts'
import { memberRoles } from '../workspaces/member-roles.ts'

export const subscriptionStatus = z.enum(['trialing', 'active', 'past_due', 'unpaid'])
export type SubscriptionStatus = z.infer<typeof subscriptionStatus>

export const transferSettings = z.object({
  expirySeconds: z.int(),
  sendAs: z.enum(['email', 'link']),
  /** For mails to recipients whose language is unknown. */
  language,
  alerts: z.enum(alertModes),
  /** Whether recipients who have downloaded nothing get one reminder shortly before the expiry. */
  remindRecipients: z.boolean(),
  /** Whether recipients verify their address first, and how often each may download a file; null: any number. */
  onlyProven: z.boolean(),
  downloadLimit: z.int().nullable(),
})
export type TransferSettings = z.infer<typeof transferSettings>

/** Active codes of the lifetime deal by their place, and whether there is one. */
const lifetimeCodes = z.object({
  isSumo: z.boolean(),
  code1: z.string().optional(),
  code2: z.string().optional(),
  code3: z.string().optional(),
  code4: z.string().optional(),
  code5: z.string().optional(),
  code6: z.string().optional(),
  code7: z.string().optional(),
  code8: z.string().optional(),
})
export type LifetimeCodes = z.infer<typeof lifetimeCodes>

/** The account as its owner sees it; the wire's names. */
export const user = z.object({
  _id: id,
  email: z.string(),
  fullName: z.string(),
  company: z.string(),
  profilePic,
  /** The path of the logo that the workspace shows, else of the icon of the company's own site; null for neither. */
  logoPic: z.string().nullable(),
  /** The company's name as the workspace shows it; empty for none. */
  brandName: z.string(),
  role: z.enum(roles),
  region: z.string(),
  /** Bytes stored. */
  folderSize: bytes,
  storageLimit: bytes,
  /** Saved transfers, forwards and link sends of this UTC month. */
  thisMonthsTransfers: z.int(),
  subscription: subscriptionStatus,
  isSumo: lifetimeCodes,
  /** 'revoke' means suspended. */
  status: z.enum(['ok', 'revoke']),
  /** In a workspace that another account administers. */
  isTeamMember: z.boolean(),
  memberRole: z.enum(memberRoles),
  /** Everybody in the workspace, the admin first; empty for somebody alone. */
  team: z.array(
    z.object({
      _id: id,
      email: z.string(),
      fullName: z.string(),
      profilePic,
      /** A password has been set. */
      finished_onboarding: z.boolean(),
    }),
  ),
  /** The admin of the team; null for the admin, and for somebody alone. */
  parentAdmin: z
    .object({
      parentAdminID: id,
      parentEmail: z.string(),
      parentAdminFullName: z.string(),
      parentAdminProfilePic: profilePic,
    })
    .nullable(),
  /** Joined after the last seat of its team's plan, and no longer sends. */
  hasLostSeat: z.boolean(),
  /** Of a team with more members than its plan has seats; null for everybody else. */
  overSeats: z
    .object({
      seats: z.int(),
      /** Besides the admin. */
      members: z.int(),
      /** From then on those who joined last cannot send. */
      until: instant,
      /** This account is one of them. */
      lacksSeat: z.boolean(),
    })
    .nullable(),
  /** The admin asks this member to take the place over. */
  isAskedToAdminister: z.boolean(),
  transferSettings,
  requestSettings,
  /** Of the workspace's host; its admin chooses. */
  domain_status: z.enum(domainStatuses),
  typedDomain: z.string().nullable(),
  customDomainOption: z.enum(customDomainOptions),
  /** Where links to the workspace's transfers and requests begin; null: at this site. */
  linkOrigin: z.string().nullable(),
  /** The email domain of the workspace; null where it has none. */
  pmDomain: z.object({ ID: id, DKIMUpdateStatus: z.enum(['Pending', 'Verified', 'Failed']) }).nullable(),
  loginCount: z.int(),
  lang: language,
  timeZone: z.string().nullable(),
  /** The dashboard leads the account through its first steps. */
  isLed: z.boolean(),
  hasTotp: z.boolean(),
  passkeyCount: z.int(),
  /** Whether its team requires a second factor, and whether it has one. */
  secondFactorRule: z.enum(['none', 'met', 'unmet']),
})
export type User = z.infer<typeof user>

/** Returns the account after the change. */
export const readAccount = endpoint('readAccount', {
  summary: 'The account that asks',
  keyScope: 'read',
  auth: 'session',
  worksWithoutFactor: true,
  reply: z.object({ user }),
  problems: ['unauthenticated'],
})

/** Changes only the given fields. */
export const updateProfile = endpoint('updateProfile', {
  summary: 'Change name, company, language, time zone, defaults',
  auth: 'session',
  body: z.strictObject({
    userid: id.optional(),
    fullName: text(200).optional(),
    company: text(200).optional(),
    lang: language.optional(),
    timeZone: text(64).nullable().optional(),
    /** Ends the first steps, for good. */
    isLed: z.literal(false).optional(),
    transferSettings: z
      .strictObject({
        expirySeconds: z.number().optional(),
        sendAs: z.enum(['email', 'link']).optional(),
        language: language.optional(),
        alerts: z.enum(alertModes).optional(),
        remindRecipients: z.boolean().optional(),
        onlyProven: z.boolean().optional(),
        downloadLimit,
      })
      .optional(),
    requestSettings: typedRequestSettings.optional(),
  }),
  reply: z.object({ user }),
  problems: ['unauthenticated', 'not-yours', 'expiry-reserved', 'message-holds-link'],
})

/**
 * The picture as the raw body (png, jpeg or webp, at most 10 MB); the server makes its small forms, which replace the
 * old ones at once.
 */
export const putPicture = endpoint('putPicture', {
  summary: 'Set the profile picture',
  auth: 'session',
  maxBodyBytes: 10_000_000,
  bodyTypes: ['image/png', 'image/jpeg', 'image/webp'],
  reply: z.object({ user }),
  problems: [
    'unauthenticated',
    'picture-unreadable',
    'pictures-refused',
    'body-too-large',
    'too-many-requests',
    'busy',
  ],
})

export const deletePicture = endpoint('deletePicture', {
  summary: 'Take the profile picture away',
  auth: 'session',
  status: 204,
  problems: ['unauthenticated'],
})

/** `style` is 'small' or 'verysmall'; `picture` is a random id, new with each picture. */
export const getPicture = endpoint('getPicture', {
  summary: 'One form of a profile picture',
  params: z.strictObject({ picture: id, style: z.enum(['small', 'verysmall']) }),
  problems: ['not-found'],
})

/**
 * This browser must have proven the new address within the last 30 minutes. The old address gets a mail, and may
 * restore itself for 72 hours.
 */
export const changeEmail = endpoint('changeEmail', {
  summary: 'Change the address of the account',
  auth: 'session',
  body: z.strictObject({ email: typedAddress, ...shownAgain }),
  reply: z.object({ user }),
  problems: [...shownAgainRefusals, 'invalid-recipient', 'email-taken', 'sender-unproven'],
  asksStepUp: true,
})

/** All data of the account as one JSON document, as a download. */
export const exportAccount = endpoint('exportAccount', {
  summary: 'Everything one owns, as JSON',
  auth: 'session',
  problems: ['unauthenticated', 'too-many-requests'],
})

/** Ends everything: sessions, links, files. It cannot be undone. */
export const deleteAccount = endpoint('deleteAccount', {
  summary: 'Delete the account and all its files',
  auth: 'session',
  worksWithoutFactor: true,
  body: z.strictObject(shownAgain),
  status: 204,
  problems: [...shownAgainRefusals, 'payments-unavailable', 'team-has-members'],
  asksStepUp: true,
})
