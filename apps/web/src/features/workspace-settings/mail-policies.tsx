import type { DmarcFound, MailDomain, SpfFound } from '@waybill/contract/mail-domains/endpoints'
import { formatDay } from '../../shared/time/moment.ts'
import layoutStyles from '../../shared/ui/styles/layout.module.css'
import { useLanguage, useWords } from '../../shared/words/language.tsx'
import { mailDomainWords } from './words/mail-domain-words.ts'
import type { MailDomainWords } from './words/mail-en.ts'

/** What receivers judge its emails by, as far as DNS says it. */
export function MailPolicies({ domain: { key, found } }: { domain: MailDomain }) {
  const words = useWords(mailDomainWords)
  const { language } = useLanguage()
  const day = (at: string) => formatDay(at, 'local', language)
  return (
    <div className={layoutStyles.stackTight}>
      <h3>{words.policies}</h3>
      {key !== null && <p>{words.dkim(key.selector, day(key.since), day(key.renewedAfter))}</p>}
      {found !== null && <p>{spfSentence(found.spf, words)}</p>}
      {found !== null && <p>{dmarcSentence(found.dmarc, words)}</p>}
    </div>
  )
}

const spfSentence = ({ kind, domain, record }: SpfFound, { spf }: MailDomainWords): string =>
  kind === 'found' ? spf.found(domain, record ?? '') : spf[kind](domain)

function dmarcSentence({ kind, domain, policy, record }: DmarcFound, { dmarc }: MailDomainWords): string {
  if (kind === 'found' && policy !== null) return dmarc.found(domain ?? '', policy)
  if (kind === 'broken') return dmarc.broken(domain ?? '', record ?? '')
  return kind === 'missing' ? dmarc.missing : dmarc.unknown
}
