import { useEffect, useRef } from 'react'
import { useAccount } from '../../api/session.ts'
import { keep, readKept } from '../../storage/kept.ts'
import { recall, remember } from './remembered.ts'

/**
 * Keeps how an account last looked at a list in this browser: an address that says nothing gets it back once, when the
 * page opens; from then on the address leads, so that Back and reloading keep what it says. What was typed (`q`) is not
 * kept, and an address with it searches everything.
 */
export function useRemembered(
  list: string,
  { q, ...choice }: Record<string, string>,
  restore: (choice: Record<string, string>) => void,
) {
  const owner = useAccount()?._id
  const isNew = useRef(true)
  const latest = useRef({ q, restore })
  latest.current = { q, restore }
  const told = JSON.stringify(choice)
  useEffect(() => {
    if (owner === undefined) return
    const key = `${owner}/${list}`
    const saysNothing = isNew.current && told === '{}'
    isNew.current = false
    if (!saysNothing) return keep('lists', remember(readKept('lists'), key, JSON.parse(told)))
    const kept = latest.current.q === undefined ? recall(readKept('lists'), key) : null
    if (kept !== null) latest.current.restore(kept)
  }, [owner, list, told])
}
