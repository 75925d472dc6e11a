import type { RequestRow } from './request-store.ts'

/** The holder of a link of a request, and what is known of them. An omitted fact counts as not given. */
interface LinkHolder {
  /** What the token in their link is; without one, the link is the request's open link. */
  token?: 'none' | 'right' | 'wrong'
  /** Whether this browser has shown the request's password. */
  hasPass?: boolean
  /** Whether they have proven the address in whose name they answer. */
  hasProven?: boolean
}

type Thing = Pick<RequestRow, 'is_open_link' | 'password_hash' | 'identity'>

/**
 * What somebody may do who holds a link of a request: learn that there is one, read it, and answer it in the name that
 * they give. Callers check `find`, then `read`, then `answer`; each answers only its own question. The statements decide
 * what the requester may do, by naming the account.
 */
export function may(actor: LinkHolder, act: 'find' | 'read' | 'answer', request: Thing): boolean {
  if (act === 'find') return actor.token === 'right' || (actor.token === 'none' && request.is_open_link)
  if (act === 'read') return request.password_hash === null || actor.hasPass === true
  return request.identity !== 'proven' || actor.hasProven === true
}
