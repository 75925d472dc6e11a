import type { Contact } from '@waybill/contract/contacts/endpoints'
import { useEffect, useState } from 'react'
import { call } from '../api/client.ts'
import { useAccount } from '../api/session.ts'

/** The usual pause between two letters. */
const SETTLE_MS = 150
const MOST_SHOWN = 6
/** The server lists this many at once. */
const MOST_ASKED = 200

const none: readonly Contact[] = []

/** The account's contacts that match the typed text, without existing recipients; none for a visitor. */
export function useContactSuggestions(typed: string, taken: readonly string[]): readonly Contact[] {
  const isAccount = Boolean(useAccount())
  const [answer, setAnswer] = useState({ q: '', contacts: none })
  const q = isAccount ? typed.trim() : ''
  useEffect(() => {
    if (q === '') return
    const stop = new AbortController()
    const timer = setTimeout(() => {
      // Without an answer there are no suggestions, and that is no error.
      call('listContacts', {
        query: { q, take: Math.min(MOST_SHOWN + taken.length, MOST_ASKED) },
        signal: stop.signal,
      }).then(
        ({ contacts }) => setAnswer({ q, contacts }),
        () => undefined,
      )
    }, SETTLE_MS)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [q, taken.length])
  if (q === '' || answer.q !== q) return none
  return answer.contacts.filter(({ email }) => !taken.includes(email.toLowerCase())).slice(0, MOST_SHOWN)
}
