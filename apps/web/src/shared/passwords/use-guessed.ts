import type { Owner } from '@waybill/contract/identity/owner-words'
import { isLongEnough } from '@waybill/contract/identity/passwords'
import { useEffect, useState } from 'react'
import { problemSentence } from '../api/problem-words.ts'
import { spokenLanguage } from '../words/language.tsx'

type Judge = (password: string, owner: Owner | null) => boolean

/**
 * Whether this new password is one that is guessed first, as the server judges it: known while somebody types, before a
 * code is mailed. The rules load once a password is long enough; until then, and without them, the server alone judges.
 */
export function useGuessed(password: string, owner: Owner | null): boolean {
  const [judge, setJudge] = useState<Judge | null>(null)
  const isLong = isLongEnough(password)
  useEffect(() => {
    if (!isLong) return
    let isThere = true
    void loadJudge().then(
      (loaded) => isThere && setJudge(() => loaded),
      () => undefined,
    )
    return () => {
      isThere = false
    }
  }, [isLong])
  return isLong && judge?.(password, owner) === true
}

async function loadJudge(): Promise<Judge> {
  const [{ isGuessedPassword }, { isMadeOfOwnWords }] = await Promise.all([
    import('@waybill/contract/identity/guessed-passwords'),
    import('@waybill/contract/identity/owner-words'),
  ])
  return (password, owner) => isGuessedPassword(password) || isMadeOfOwnWords(password, location.hostname, owner)
}

/** The sentence for such a password, for its field; null for any other. */
export const guessedSentence = (isGuessed: boolean): string | null =>
  isGuessed ? problemSentence(spokenLanguage(), 'password-too-common') : null
