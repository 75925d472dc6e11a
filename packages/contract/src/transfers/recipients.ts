/**
 * Email addresses: the one parser of both ends. It accepts the plain `local@domain` that mail systems really deliver
 * to, a part of RFC 5321's `Mailbox`; it refuses everything that two parsers could read differently.
 */
const MAX_ADDRESS_CHARS = 254
const MAX_LOCAL_CHARS = 64

/** RFC 5322 dot-atom without '%' and '!', which old mailers read as routes. ASCII only. */
const LOCAL = /^[\w#$&'*+/=?^`{|}~-]+(?:\.[\w#$&'*+/=?^`{|}~-]+)*$/
/** Checked before the URL parser, which would decode '%', cut at '/', '?' and '#' and fold other dots. */
const DOMAIN_CHARS = /^[\p{L}\p{M}\p{N}.-]+$/u
/** Two or more A-labels; the last starts with a letter, which no IP address does. */
const DOMAIN = /^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z](?:[a-z\d-]{0,61}[a-z\d])$/

const SEPARATORS = /[\s,;，；、]+/

/** The domain as lower-case A-labels; null when it is invalid. */
function toAsciiDomain(domain: string): string | null {
  if (!DOMAIN_CHARS.test(domain)) return null
  try {
    const { hostname } = new URL(`http://${domain}`)
    return DOMAIN.test(hostname) ? hostname : null
  } catch {
    return null
  }
}

/**
 * One address, trimmed and lower-cased, its domain in A-labels. Refuses what security rules name (RFC 5321, 4.5.3.1).
 */
export function parseAddress(text: string): { address: string } | { problem: 'invalid' } {
  const trimmed = text.trim()
  const at = trimmed.indexOf('@')
  const local = trimmed.slice(0, Math.max(at, 0))
  if (local.length > MAX_LOCAL_CHARS || trimmed.length > MAX_ADDRESS_CHARS || !LOCAL.test(local)) {
    return { problem: 'invalid' }
  }
  const domain = toAsciiDomain(trimmed.slice(at + 1))
  const address = `${local.toLowerCase()}@${domain}`
  return domain === null || address.length > MAX_ADDRESS_CHARS ? { problem: 'invalid' } : { address }
}

/**
 * Typed or pasted text, split at commas, semicolons and spaces, including the full-width ones. Keeps order and
 * duplicates.
 */
export function splitAddresses(text: string): { good: string[]; bad: string[] } {
  const good: string[] = []
  const bad: string[] = []
  for (const part of text.split(SEPARATORS)) {
    if (part === '') continue
    const parsed = parseAddress(part)
    if ('address' in parsed) good.push(parsed.address)
    else bad.push(part)
  }
  return { good, bad }
}

/** The recipients with those of the text added once each, in order; `bad` are the texts that are no address. */
export function withTypedRecipients(current: readonly string[], text: string): { recipients: string[]; bad: string[] } {
  const { good, bad } = splitAddresses(text)
  const recipients = new Map(current.map((address) => [address.toLowerCase(), address]))
  for (const address of good) if (!recipients.has(address)) recipients.set(address, address)
  return { recipients: [...recipients.values()], bad }
}
