import { useEffect, useRef } from 'react'
import { useAccount } from '../../api/session.ts'
import { keep, readKept } from '../../storage/kept.ts'
import { recall, remember } from './remembered.ts'

/**
 * Keeps how an account last looked at a list in this browser: an address that says nothing gets it back once, when the
 * page opens; from then on the address leads, so that Back and reloading keep what it says. `choice`: order and filter,
 * without what was typed.
 */
export function useRemembered(
  list: string,
  choice: Record<string, string>,
  restore: (choice: Record<string, string>) => void,
) {
  const owner = useAccount()?._id
  const isNew = useRef(true)
  const latest = useRef(restore)
  latest.current = restore
  const told = JSON.stringify(choice)
  useEffect(() => {
    if (owner === undefined) return
    const key = `${owner}/${list}`
    const kept = isNew.current && told === '{}' ? recall(readKept('lists'), key) : null
    isNew.current = false
    if (kept !== null) latest.current(kept)
    else keep('lists', remember(readKept('lists'), key, JSON.parse(told)))
  }, [owner, list, told])
}
