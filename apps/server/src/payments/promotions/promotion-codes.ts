import type { Context } from '../../context.ts'
import type { Budget } from '../../platform/http/limits/rate-limits.ts'

/** Codes are short enough to be guessed by a program that may ask without end. */
const codesPerAccount: Budget = { name: 'promotion-codes', points: 20, seconds: 3_600 }

/** Before a typed code is looked up. @throws Problem 'too-many-requests' {retryAfterSeconds} */
export const spendCode = ({ limits }: Pick<Context, 'limits'>, accountId: string): Promise<void> =>
  limits.spend(codesPerAccount, accountId)
