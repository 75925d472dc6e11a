import type { RecordVerdict } from '@waybill/contract/domains/endpoints'
import type { MailDomain } from '@waybill/contract/mail-domains/endpoints'
import type { ReactNode } from 'react'
import { CopyButton } from '../../shared/ui/fields/copy-button.tsx'
import layoutStyles from '../../shared/ui/styles/layout.module.css'
import textStyles from '../../shared/ui/styles/text.module.css'
import { useWords } from '../../shared/words/language.tsx'
import { withinDomain } from './record-names.ts'
import { mailDomainWords } from './words/mail-domain-words.ts'

/** The two records to set, what was found of each, and whether this server's half is there. */
export function MailRecords({ domain: { records, found }, name }: { domain: MailDomain; name: string }) {
  const words = useWords(mailDomainWords)
  const { domain, name: within } = withinDomain(name)
  return (
    <div className={layoutStyles.stackClose}>
      <p>{words.recordsText(domain)}</p>
      <ul className={layoutStyles.stackClose}>
        {records.map((record, nth) => (
          <li
            key={record.name}
            className={`${layoutStyles.callout} ${layoutStyles.stackTight}`}
            data-tone={found?.pointing[nth]?.kind === 'right' ? 'good' : undefined}
            aria-label={words.record(nth + 1)}
          >
            <dl className={layoutStyles.stackTight}>
              <Field label={words.type}>
                <span className={textStyles.mono}>{record.type}</span>
              </Field>
              <Field label={words.name}>
                <CopyButton text={within(record.name)} label={words.copyName} done={words.copied}>
                  {within(record.name)}
                </CopyButton>
                <small className={textStyles.soft}>{words.inFull(record.name)}</small>
              </Field>
              <Field label={words.value}>
                <CopyButton text={record.value} label={words.copyValue} done={words.copied}>
                  {record.value}
                </CopyButton>
              </Field>
            </dl>
            <Verdict verdict={found?.pointing[nth]} wanted={record.value} />
          </li>
        ))}
      </ul>
      {found !== null && <OurHalf found={found} />}
    </div>
  )
}

const Field = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className={`${layoutStyles.row} ${layoutStyles.gapLines}`}>
    <dt className={`${textStyles.soft} ${layoutStyles.small}`}>{label}</dt>
    <dd className={`${layoutStyles.row} ${layoutStyles.gapLines}`}>{children}</dd>
  </div>
)

function Verdict({ verdict, wanted }: { verdict: RecordVerdict | undefined; wanted: string }) {
  const words = useWords(mailDomainWords)
  if (verdict === undefined) return <p className={textStyles.soft}>{words.notChecked}</p>
  if (verdict.kind === 'right') return <p className={layoutStyles.good}>{words.right}</p>
  if (verdict.kind === 'unknown') return <p className={textStyles.soft}>{words.unknown}</p>
  return (
    <p className={layoutStyles.warned}>
      {verdict.found.length === 0 ? words.missing : words.elsewhere(verdict.found.join(', '), wanted)}
    </p>
  )
}

/** What only the operator can do: the customer need not look for a fault of theirs. */
function OurHalf({ found: { pointing, published } }: { found: NonNullable<MailDomain['found']> }) {
  const words = useWords(mailDomainWords)
  if (published.kind === 'right') return <p className={layoutStyles.good}>{words.oursRight}</p>
  if (published.kind === 'unknown') return <p className={textStyles.soft}>{words.oursUnknown}</p>
  const isRest = pointing.every(({ kind }) => kind === 'right')
  return <p className={layoutStyles.warned}>{isRest ? words.oursMissing : words.oursPending}</p>
}
