import { companyDomain } from '../branding/index.ts'
import { parseHost } from '../domains/index.ts'
import type { Config } from '../platform/config/config.ts'
import { ownNames } from '../platform/http/own-names.ts'

/** Which names can be an email domain. Pure. */
export type MailDomainRefusal = 'malformed' | 'wildcard' | 'address' | 'look-alike' | 'own' | 'provider' | 'suffix'

/** Room for a selector before it in 253 characters. */
const MOST_CHARS = 200
/** Under a country's ending, anybody can register a name below these. */
const SECOND_LEVEL = new Set('ac co com edu gob gouv gov govt mil net nom or org sch'.split(' '))

/** Reads a typed domain, or the part of an address after its '@'. */
export function parseMailDomain(
  typed: string,
  config: Pick<Config, 'publicUrl' | 'customHostTarget' | 'subdomainBase' | 'mailKeyBase' | 'mail'> &
    Partial<Pick<Config, 'contentUrl'>>,
): { domain: string } | { refused: MailDomainRefusal } {
  const name = typed.trim().replace(/^[^@\s]*@/, '')
  const from = config.mail.from.replace(/^.*@/, '').replace(/>$/, '').toLowerCase()
  const own = [...ownNames(config), ...(config.mailKeyBase === null ? [] : [config.mailKeyBase]), from]
  const parsed = parseHost(name, { target: '', subdomainBase: null, own })
  if ('refused' in parsed) {
    const { refused } = parsed
    return { refused: refused === 'reserved' || refused === 'not-offered' ? 'malformed' : refused }
  }
  const { host: domain } = parsed
  if (domain.length > MOST_CHARS) return { refused: 'malformed' }
  if (isSuffix(domain)) return { refused: 'suffix' }
  return companyDomain(`x@${domain}`) === null ? { refused: 'provider' } : { domain }
}

/** Names under which anybody can have a domain. DNS would not be theirs to change: this only says so at once. */
function isSuffix(domain: string): boolean {
  const [second = '', country = '', ...more] = domain.split('.')
  return more.length === 0 && country.length === 2 && SECOND_LEVEL.has(second)
}
