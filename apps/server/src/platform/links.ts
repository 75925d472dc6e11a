import type { Config } from './config/config.ts'

/**
 * The address of every page that a mail, an answer or a redirect leads to. Only this file builds paths, and `linkTo`
 * makes a path a full link. Tokens are base64url or base62, so only user input is escaped.
 */
export const paths = {
  /** The page of a transfer that is shared by a link. */
  sharedTransfer: (slug: string): string => `/w/${slug}`,
  /** A recipient's own page of a transfer. */
  receivedTransfer: (slug: string, recipientToken: string): string => `/d/${slug}/${recipientToken}`,
  /** The page on which anybody with a transfer's link reports it to the operator. */
  report: (slug: string, recipientToken?: string): string =>
    `/report/${slug}${recipientToken === undefined ? '' : `/${recipientToken}`}`,
  /** Where operators decide about the reports of a transfer. */
  reportDesk: (slug: string): string => `/operator/reports#${slug}`,
  /** The page on which a sender extends the expiry of a transfer. */
  extension: (token: string): string => `/extension/${encodeURIComponent(token)}`,
  /** The page on which a sender mutes the emails about a transfer. */
  mute: (token: string): string => `/mute/${token}`,
  /** The public page of a request; with a token, a supplier's own. */
  request: (slug: string, supplierToken?: string): string =>
    `/r/${slug}${supplierToken === undefined ? '' : `/${supplierToken}`}`,
  /** Where a visitor's browser offers what it has not finished sending. */
  home: '/',
  transfers: '/dash/transfers',
  /** With a recipient's id, at the row of that recipient. */
  transferRecord: (slug: string, recipientId?: string): string =>
    `/dash/transfers/${slug}${recipientId === undefined ? '' : `#${recipientId}`}`,
  /** With a supplier's id, with what that supplier has sent; with an item's id too, with the comments on it. */
  requestRecord: (slug: string, supplierId?: string, itemId?: string): string =>
    `/dash/requests/${slug}${supplierId === undefined ? '' : `?supplier=${supplierId}`}${
      itemId === undefined ? '' : `&comments=${itemId}`
    }`,
  library: '/dash/library',
  /** The conversation with the operator. */
  conversation: '/contact',
  /** Where operators answer one. */
  conversationDesk: (conversation: string): string => `/operator/conversations?conversation=${conversation}`,
  accountWebhooks: '/dash/account/webhooks',
  /** Signing up with the address that sent a transfer, so that the account keeps it, and then `next`. */
  keepTransfer: (query: { slug: string; email: string; next: string }): string =>
    `/welcomeback?${new URLSearchParams(query)}`,
  /** The page that sets a new password with the token of a mail. */
  resetPassword: (token: string): string => `/updatepassword?t=${token}`,
  /** The page that requests a link to set a new password. */
  forgotPassword: (email: string): string => `/login?${new URLSearchParams({ forgotPass: 'true', user: email })}`,
  /** The page on which an owner undoes a change of their account. */
  takeBack: (token: string): string => `/take-back/${token}`,
  /** The page of an invitation to a team. */
  invite: (token: string): string => `/invite/${token}`,
  team: '/dash/account/teams',
  domain: '/dash/account/settings',
  plans: '/dash/account/plans',
  /** The page of the plans, at the purchase of a plan and its period. */
  plan: (code: string): string => `/dash/account/plans?plan=${code}`,
  mailDomain: '/dash/account/settings#mail-domain',
  accountProfile: '/dash/account/profile',
  accountSecurity: '/dash/account/security',
  /** The page on which a person allows a program to act for them; with the code that the program shows. */
  deviceLogin: (userCode = ''): string => `/dash/account/keys?device=${userCode}`,
  login: '/login',
  /** Where a checkout is paid. */
  payment: (session: string): string => `/pay/${session}`,
  billing: '/dash/account/billing',
  invoices: '/dash/account/billing#invoices',
  /** Where an account goes on or cancels before its trial is charged; who is not signed in logs in first. */
  trialEnding: '/?ref=trial_ending',
  /** The page that changes a card without signing in, with the token of a mail. */
  cardLink: (token: string): string => `/card/${token}`,
  /** The same for a browser that knows the token: a payment provider is told no token. */
  cardPage: '/card',
  /** Where a checkout of that page returns to, as `boughtPlan`. */
  changedCard: '/card?session={session}',
  /** Where a checkout returns to. The payment provider puts the session's id in the place of `{session}`. */
  boughtPlan: '/dash/account/billing?session={session}',
  anchors: '/-/anchors.json',
  mailbox: (operatorToken: string): string => `/-/mailbox?token=${operatorToken}`,
} as const

/** The full URL of a path, as people open it; `origin` is that of a workspace's own host, by `findLinkOrigin`. */
export const linkTo = ({ publicUrl }: Pick<Config, 'publicUrl'>, path: string, origin: string | null = null): string =>
  `${origin ?? publicUrl.origin}${path}`

/** The link that opens a new mail to an address. */
export const mailTo = (address: string): string => `mailto:${encodeURIComponent(address).replace('%40', '@')}`

/** A link for a page of ours to show: only the path, unless the workspace has its own host. */
export const linkAt = (origin: string | null, path: string): string => `${origin ?? ''}${path}`
