import { isLongEnough } from '@waybill/contract/passwords'
import { Problem } from '@waybill/contract/problems'
import type { Context } from '../context.ts'
import { isGuessedPassword } from './guessed-passwords.ts'

/** Refuses a new password that is guessed too easily. Problems: 'password-too-short' {minChars}, 'password-too-common'. */
export function requireGoodPassword({ config }: Pick<Context, 'config'>, password: string): void {
  const minChars = config.passwordMinChars
  if (!isLongEnough(password, minChars)) throw new Problem('password-too-short', { minChars })
  if (isGuessedPassword(password)) throw new Problem('password-too-common')
}
