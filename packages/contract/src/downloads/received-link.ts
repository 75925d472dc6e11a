import { text } from '../core/fields.ts'

/** How a recipient's call names its link. `user` is the recipient's token from the mail; a link transfer has none. */
export const receivedLink = { slug: text(64), user: text(64).optional() }

/** Why a link does not open. */
export const receivedLinkProblems = [
  'transfer-not-found',
  'transfer-expired',
  'too-many-requests',
  'proof-required',
  'transfer-paused',
  'link-locked',
] as const
