/**
 * The closed list of problem codes. A code is what both ends know about a failure: the server answers it as
 * `application/problem+json` (RFC 9457), and the web has a sentence for each in every language. `facts` are the numbers
 * and names that the sentence needs; they never hold a secret. Each code always has the same HTTP status. The list
 * stands apart from `Problem`, so that a page knows a problem without loading all of them.
 */
export const problems = {
  'invalid-input': 400,
  'invalid-json': 400,
  'unknown-field': 400,
  'invalid-recipient': 400,
  'code-malformed': 400,
  'range-malformed': 400,
  'https-needed': 400,
  'sender-unproven': 403,
  'code-wrong': 403,
  'code-expired': 403,
  'cross-site': 403,
  'not-yours': 403,
  unauthenticated: 401,
  'signed-out': 401,
  'login-refused': 401,
  'login-expired': 401,
  'second-factor-wrong': 401,
  'password-wrong': 403,
  'step-up-required': 403,
  'too-many-logins': 429,
  busy: 503,
  'email-taken': 409,
  'signup-code-wrong': 403,
  'password-too-short': 400,
  'password-too-common': 400,
  'reset-refused': 403,
  'session-not-found': 404,
  'passkey-not-found': 404,
  'key-not-found': 404,
  /** Not a key of ours, or of an account that is gone. */
  'key-wrong': 401,
  'key-revoked': 401,
  'key-ended': 401,
  'key-elsewhere': 403,
  'key-lacks-scope': 403,
  /** No key opens the call. */
  'key-not-here': 403,
  /** With a cookie, or from a page of a browser. */
  'key-in-browser': 403,
  'too-many-keys': 403,
  'network-malformed': 400,
  /** Nobody has answered yet. RFC 8628: authorization_pending, slow_down, access_denied, expired_token. */
  'device-login-pending': 400,
  'device-login-too-fast': 400,
  'device-login-denied': 400,
  'device-login-expired': 400,
  /** No program waits under the code: wrong, too old, or answered. */
  'device-code-unknown': 404,
  'picture-unreadable': 422,
  /** This server has no sandbox for drawing strangers' pictures. */
  'pictures-refused': 422,
  'account-suspended': 403,
  'subscription-due': 403,
  'month-full': 403,
  /** `email` is where to ask. */
  'lifetime-codes-invalid': 400,
  'no-slug': 400,
  'recipient-not-found': 404,
  /** The record contradicts itself: the server signs nothing of it. */
  'receipt-not-sound': 409,
  'last-file': 409,
  'already-sent': 409,
  'send-time-refused': 400,
  'contact-not-found': 404,
  'contact-exists': 409,
  /** It is in the shared book of the team, where the caller may not change it. */
  'contact-shared': 409,
  'too-many-contacts': 403,
  'csv-unreadable': 422,
  'conversation-not-found': 404,
  'canned-answer-not-found': 404,
  /** `limit` is how many answers to insert there may be. */
  'too-many-canned': 403,
  'conversation-text-empty': 400,
  /** `limit` is in characters. */
  'conversation-text-too-long': 400,
  /** Members of a team leave it to their admin. */
  'admin-only': 403,
  /** The account's team requires one, and the account has none. */
  'second-factor-required': 403,
  /** Nobody has set up single sign-on for the domain of the address. */
  'sso-unknown': 404,
  /** The company's provider does not answer, or not as it must. */
  'sso-unavailable': 503,
  /** `because`: 'expired' (another browser, or too late), 'declined' (the provider says no), 'token' (not valid). */
  'sso-failed': 403,
  /** `because`: 'unverified', 'domain', 'elsewhere', 'linked', 'left', 'seat'. */
  'sso-refused': 403,
  /** Members at the company's domain sign in through it alone. */
  'sso-required': 403,
  'sso-reserved': 403,
  /** `because`: 'public' (anybody can have an address at the domain), 'taken' (by another workspace). */
  'sso-domain-refused': 409,
  /** `because`: 'address', 'unreachable', 'mismatch', 'incomplete', 'secret'. */
  'sso-issuer-unfit': 422,
  'sso-not-tried': 409,
  /** The admin has none, and so cannot require one. */
  'own-factor-first': 409,
  /** The team requires one, and this is the last. */
  'last-factor': 409,
  'no-seat': 409,
  /** Members who joined after the plan's last seat no longer send. */
  'seat-lost': 403,
  'member-not-found': 404,
  'handover-not-found': 404,
  'invite-not-found': 404,
  /** Unknown, used, withdrawn or expired. */
  'invite-gone': 410,
  /** It is for another address. */
  'invite-elsewhere': 403,
  /** The account has a plan, a team or members of its own. */
  'account-bound': 409,
  'team-has-members': 409,
  /** The plan has no such branding; `limit` is what lifts it. */
  'branding-reserved': 403,
  /** It reads as a known brand, whose address the admin does not have. */
  'company-name-refused': 403,
  /** The plan has no custom host. */
  'hosts-reserved': 403,
  /** This server has no public name that a host could point to. */
  'hosts-not-offered': 403,
  /** `because` says why the name cannot be a custom host. */
  'host-refused': 400,
  /** Another workspace uses it, or did within the last 30 days. */
  'host-taken': 409,
  'domain-not-found': 404,
  /** The plan has no email domain. */
  'mail-domain-reserved': 403,
  /** The operator has not said where keys are published. */
  'mail-domain-not-offered': 403,
  /** `because` says why mails cannot come from the name. */
  'mail-domain-refused': 400,
  /** Another workspace sends from it. */
  'mail-domain-taken': 409,
  'mail-domain-not-found': 404,
  'mail-domain-not-verified': 409,
  /** The email domain that a call names is not the workspace's. */
  'mail-domain-foreign': 403,
  'webhook-not-found': 404,
  'webhook-url-refused': 400,
  'webhook-paused': 409,
  /** The card or the bank said no; `reason` says why, as far as anybody may be told. */
  'payment-refused': 402,
  /** The payment provider does not answer. Nothing is half done: the same key may be used again. */
  'payments-unavailable': 503,
  /** What is due now is no longer what the page showed. */
  'price-moved': 409,
  'checkout-closed': 410,
  'card-link-expired': 410,
  'checkout-not-found': 404,
  /** This server sells nothing. */
  'not-on-sale': 403,
  /** There was a trial already: of the account, of its mailbox, or with the card. */
  'trial-used': 409,
  /** Another plan runs: change that one. */
  'already-subscribed': 409,
  'no-subscription': 409,
  'promotion-unknown': 400,
  'promotion-used-up': 410,
  'promotion-ended': 410,
  /** `because`: 'has-one', 'ending', 'no-gain' or 'refused'. */
  'promotion-unfit': 409,
  /** The payment provider takes no such tax id. */
  'tax-id-refused': 400,
  'invoice-not-found': 404,
  /** An event of the payment provider that is not signed by it, too old, from the future or of another version. */
  'webhook-refused': 400,
  'too-many-webhooks': 403,
  'delivery-not-found': 404,
  'thumbnail-expired': 410,
  'preview-used-up': 429,
  'transfer-paused': 403,
  'link-locked': 403,
  'link-password-wrong': 403,
  'download-limit-reached': 403,
  'links-reserved': 403,
  'expiry-reserved': 403,
  'message-holds-link': 400,
  'sending-paused': 403,
  'too-many-mails': 429,
  'free-sends-used': 403,
  'network-sends-used': 429,
  'over-transfer-limit': 403,
  'too-many-recipients': 403,
  'too-many-files': 403,
  'insecure-file-type': 403,
  'piracy-marker': 403,
  'storage-full': 403,
  'upload-not-found': 404,
  'transfer-not-found': 404,
  'transfer-expired': 410,
  'extension-expired': 410,
  'take-back-expired': 410,
  'access-request-not-found': 404,
  'grant-not-found': 404,
  'grant-expired': 410,
  'grant-elsewhere': 403,
  'ticket-expired': 410,
  'file-withdrawn': 410,
  /** A visitor sent the file, and the virus scanner has not seen it yet. */
  'scan-pending': 409,
  /** The same, ten minutes after it was sent. */
  'scan-missing': 409,
  'file-blocked': 403,
  'file-not-found': 404,
  'request-not-found': 404,
  'request-paused': 403,
  'request-closed': 410,
  'request-expired': 410,
  'request-month-full': 403,
  'identity-required': 403,
  'item-not-found': 404,
  'item-full': 409,
  'item-accepted': 409,
  'item-empty': 409,
  'answer-unfit': 403,
  'type-unwanted': 403,
  'file-too-large': 403,
  'over-submission-limit': 403,
  'submission-too-many-files': 403,
  'submission-not-found': 404,
  'inbox-full': 403,
  'link-busy': 429,
  'template-not-found': 404,
  'too-many-templates': 403,
  'file-not-sealed': 403,
  'sealing-fixed': 409,
  'comment-empty': 400,
  /** `limit` is in characters. */
  'comment-too-long': 400,
  /** The thread or the request has as many as it can have. */
  'comments-full': 403,
  'comment-not-found': 404,
  /** It is withdrawn too late, or it is somebody else's. */
  'comment-fixed': 409,
  /** Accounts of operators are changed on the command line alone. */
  'operator-account': 409,
  'not-found': 404,
  'method-not-allowed': 405,
  'upload-token-wrong': 403,
  'upload-closed': 409,
  'upload-incomplete': 409,
  /** `because`: 'scheduled', or 'transport' where the bytes come by storage credentials. */
  'not-while-uploading': 409,
  /** This file cannot be downloaded yet: it, or the transfer of a sender without an account, is not complete. */
  'file-still-arriving': 409,
  /** What was asked for needs every file of the transfer. */
  'files-still-arriving': 409,
  /** The upload broke off or ended before this file was there, or a part that was already read has been replaced. */
  'file-missing': 409,
  'part-conflict': 409,
  'part-superseded': 409,
  'part-crc-mismatch': 422,
  'part-size-mismatch': 422,
  'part-misplaced': 422,
  'part-too-large': 413,
  'part-too-slow': 408,
  'idempotency-mismatch': 409,
  'still-working': 409,
  'request-too-slow': 408,
  'headers-too-large': 431,
  'body-too-large': 413,
  'media-type-unsupported': 415,
  'range-unsatisfiable': 416,
  'wrong-host': 421,
  'too-many-requests': 429,
  'too-many-calls': 429,
  'too-many-codes': 429,
  'too-many-uploads': 429,
  'too-many-parts': 429,
  'proof-required': 429,
  'proof-refused': 403,
  'internal-error': 500,
  'store-unavailable': 503,
  'database-unavailable': 503,
  stopping: 503,
  'disk-full': 507,
} as const satisfies Record<string, number>
