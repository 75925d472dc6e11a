import { Problem } from '@waybill/contract/core/problems'
import { isGuessedPassword } from '@waybill/contract/identity/guessed-passwords'
import { isMadeOfOwnWords, type Owner } from '@waybill/contract/identity/owner-words'
import { isLongEnough } from '@waybill/contract/identity/passwords'
import type { Context } from '../../../context.ts'

/**
 * Refuses a new password that is easy to guess; `owner`: its owner, where known. Problems: 'password-too-short'
 * {minChars}, 'password-too-common'.
 */
export function requireGoodPassword(
  { config }: Pick<Context, 'config'>,
  password: string,
  owner: Owner | null = null,
): void {
  const minChars = config.passwordMinChars
  if (!isLongEnough(password, minChars)) throw new Problem('password-too-short', { minChars })
  const isGuessed = isGuessedPassword(password) || isMadeOfOwnWords(password, config.publicUrl.hostname, owner)
  if (isGuessed) throw new Problem('password-too-common')
}
