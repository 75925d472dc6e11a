import type { Config } from './config/config.ts'

/**
 * The address of every page that a mail, an answer or a redirect leads to. Paths are made here alone, and `linkTo`
 * makes a whole link of one. Tokens are base64url or base62, so that only what people typed is escaped.
 */
export const paths = {
  /** The page of a transfer that is shared by a link. */
  sharedTransfer: (slug: string): string => `/w/${slug}`,
  /** A recipient's own page of a transfer. */
  receivedTransfer: (slug: string, recipientToken: string): string => `/d/${slug}/${recipientToken}`,
  /** The page on which a sender extends the expiry of a transfer. */
  extension: (token: string): string => `/extension/${encodeURIComponent(token)}`,
  /** The page on which a sender mutes the emails about a transfer. */
  mute: (token: string): string => `/mute/${token}`,
  /** The public page of a request; with a token, a supplier's own. */
  request: (slug: string, supplierToken?: string): string =>
    `/r/${slug}${supplierToken === undefined ? '' : `/${supplierToken}`}`,
  transfers: '/dash/transfers',
  transferRecord: (slug: string): string => `/dash/transfers/${slug}`,
  requestRecord: (slug: string): string => `/dash/requests/${slug}`,
  library: '/dash/library',
  accountWebhooks: '/dash/account/webhooks',
  /** Signing up with the address that sent a transfer, which keeps it, and going on to `next`. */
  keepTransfer: (wish: { slug: string; email: string; next: string }): string =>
    `/welcomeback?${new URLSearchParams(wish)}`,
  /** Where a new password is set with the token of a mail. */
  resetPassword: (token: string): string => `/updatepassword?t=${token}`,
  /** Where a link to set a new password is asked for. */
  forgotPassword: '/login?forgotPass=true',
  /** The page on which an owner undoes a change of their account. */
  takeBack: (token: string): string => `/take-back/${token}`,
  anchors: '/-/anchors.json',
  mailbox: (operatorToken: string): string => `/-/mailbox?token=${operatorToken}`,
} as const

/** The whole link of a path, as people open it. */
export const linkTo = ({ publicUrl }: Pick<Config, 'publicUrl'>, path: string): string => `${publicUrl.origin}${path}`
