/** What the program's exit code says; docs/cli.md has the same table. */
import type { ProblemCode } from '@waybill/contract/core/problems'

export const EXIT = {
  done: 0,
  failed: 1,
  usage: 2,
  notAllowed: 3,
  noAnswer: 4,
  limit: 5,
  gone: 6,
  notGenuine: 7,
  interrupted: 130,
} as const

/** An end that the program explains in one sentence. */
export class Failure extends Error {
  override readonly name = 'Failure'
  readonly exitCode: number
  /** For programs: a problem code of the server, or a word of ours. */
  readonly code: string

  constructor(exitCode: number, code: string, message: string) {
    super(message)
    this.exitCode = exitCode
    this.code = code
  }
}

export const usageFailure = (message: string): Failure => new Failure(EXIT.usage, 'usage', message)

const notAllowed: ReadonlySet<ProblemCode> = new Set([
  'unauthenticated',
  'key-wrong',
  'key-revoked',
  'key-ended',
  'key-elsewhere',
  'key-lacks-scope',
  'key-not-here',
  'key-in-browser',
  'not-yours',
  'admin-only',
  'account-suspended',
  'device-login-denied',
  'device-login-expired',
  'second-factor-required',
  'cross-site',
  'link-locked',
  'link-password-wrong',
  'sender-unproven',
  'sending-paused',
  'seat-lost',
  'subscription-due',
])

const limits: ReadonlySet<ProblemCode> = new Set([
  'month-full',
  'over-transfer-limit',
  'too-many-recipients',
  'too-many-files',
  'storage-full',
  'expiry-reserved',
  'links-reserved',
  'free-sends-used',
  'network-sends-used',
  'too-many-uploads',
  'too-many-mails',
  'too-many-keys',
  'too-many-requests',
  'too-many-calls',
  'disk-full',
  'request-month-full',
  'download-limit-reached',
  'insecure-file-type',
  'file-blocked',
  'piracy-marker',
  'proof-required',
])

const gone: ReadonlySet<ProblemCode> = new Set([
  'transfer-not-found',
  'transfer-expired',
  'transfer-paused',
  'file-not-found',
  'file-withdrawn',
  'request-not-found',
])

const noAnswer: ReadonlySet<ProblemCode> = new Set(['stopping', 'database-unavailable', 'store-unavailable', 'busy'])

/** The exit code for a refusal of the server. */
export function exitCodeOf(code: ProblemCode): number {
  if (notAllowed.has(code)) return EXIT.notAllowed
  if (limits.has(code)) return EXIT.limit
  if (gone.has(code)) return EXIT.gone
  return noAnswer.has(code) ? EXIT.noAnswer : EXIT.failed
}
