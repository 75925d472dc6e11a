import { keep, readKept } from '../../../shared/storage/kept.ts'

/** How many sends this browser remembers: a hint for the visitor; the server has its own count. */
export function freeSendsUsed(): number {
  const kept = Number(readKept('sends'))
  return Number.isSafeInteger(kept) && kept > 0 ? kept : 0
}

/** What a send without an account leaves in the browser: the sender's address, its number, and one more send. */
export function rememberSend({ senderEmail, slug }: { senderEmail: string; slug: string }): void {
  keep('sender', senderEmail)
  keep('slug', slug)
  keep('sends', String(freeSendsUsed() + 1))
}
