import { dropInvisible } from '@waybill/contract/core/invisible'
import { Problem } from '@waybill/contract/core/problems'
import { isTimeZone } from '@waybill/contract/core/zoned-time'
import { holdsLink } from '@waybill/contract/transfers/message-links'

/**
 * A name or company in the form for storage: on one line, without invisible characters. Our mails carry it to
 * strangers.
 *
 * @throws Problem 'message-holds-link' {field}
 */
export function ownName(typed: string, field: 'fullName' | 'company'): string {
  if (holdsLink(typed)) throw new Problem('message-holds-link', { field })
  return cleanedName(typed)
}

/** The same for those who may write links. */
export const cleanedName = (typed: string): string => dropInvisible(typed.replace(/\s+/g, ' ')).trim()

/** An IANA zone that this server knows, under the given name; null for anything else, such as '+08:00'. */
export function knownTimeZone(typed: string | null | undefined): string | null {
  return typed && isTimeZone(typed) ? typed : null
}
