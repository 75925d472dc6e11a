import { DEFAULT_EXPIRY_SECONDS, expiryOptions } from '@waybill/contract/transfers/expiry'
import { splitAddresses } from '@waybill/contract/transfers/recipients'
import type { Given } from '../commands/parse-arguments.ts'
import type { Environment } from '../server/settings.ts'
import { usageFailure } from '../terminal/exit-codes.ts'
import type { Draft } from './send-files.ts'

/** What `--to`, `--link` and the other options say about a transfer. Throws a usage failure. */
export function readDraft(given: Given, env: Environment): Draft {
  const to = readAddresses(given, 'to')
  const isLink = given.has('link')
  if (isLink && to.length > 0) throw usageFailure('Choose --link or --to, not both')
  if (!isLink && to.length === 0) throw usageFailure('Say to whom with --to ADDRESS, or make a link with --link')
  const password = given.one('password') ?? (env.WAYBILL_PASSWORD || undefined)
  return {
    sendAs: isLink ? 'link' : 'email',
    emailTo: to.map((email) => ({ email })),
    title: given.one('title') ?? '',
    message: given.one('message') ?? '',
    expirySeconds: readExpiry(given) ?? DEFAULT_EXPIRY_SECONDS,
    ...(password !== undefined && { password }),
  }
}

/** The addresses of an option that may be given again, and may hold several. Throws a usage failure. */
export function readAddresses(given: Given, option: string): string[] {
  const { good, bad } = splitAddresses(given.many(option).join(','))
  if (bad.length > 0) throw usageFailure(`This is not an email address: ${bad.join(', ')}`)
  return [...new Set(good)]
}

export function readExpiry(given: Given): number | undefined {
  return expiryOptions.find(({ key }) => key === given.one('expires'))?.seconds
}
