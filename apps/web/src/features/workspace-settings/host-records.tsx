import type { Domain, RecordVerdict } from '@waybill/contract/domains/endpoints'
import { type ReactNode, useId, useState } from 'react'
import { CopyButton } from '../../shared/ui/fields/copy-button.tsx'
import fieldStyles from '../../shared/ui/fields/field.module.css'
import recordStyles from '../../shared/ui/record/record.module.css'
import layoutStyles from '../../shared/ui/styles/layout.module.css'
import textStyles from '../../shared/ui/styles/text.module.css'
import { useWords } from '../../shared/words/language.tsx'
import { withinDomain } from './record-names.ts'
import { type DnsProvider, settingsWords } from './words/settings-words.ts'

/** The records to set, what was found of each, and how one's DNS provider asks for them. */
export function HostRecords({ domain: { records, found }, host }: { domain: Domain; host: string }) {
  const words = useWords(settingsWords)
  const { domain, name } = withinDomain(host)
  const verdicts = { CNAME: found?.pointing, TXT: found?.proof }
  return (
    <div className={layoutStyles.stackClose}>
      <p>{words.recordsText(domain)}</p>
      {host === domain && <p className={layoutStyles.warned}>{words.topText(domain)}</p>}
      <ul className={layoutStyles.stackClose}>
        {records.map((record) => (
          <li
            key={record.type}
            className={`${layoutStyles.callout} ${layoutStyles.stackTight}`}
            data-tone={verdicts[record.type]?.kind === 'right' ? 'good' : undefined}
            aria-label={record.type}
          >
            <dl className={layoutStyles.stackTight}>
              <Field label={words.type}>
                <span className={textStyles.mono}>{record.type}</span>
              </Field>
              <Field label={words.name}>
                <Copied text={name(record.name)} label={words.copyName} />
                <small className={textStyles.soft}>{words.inFull(record.name)}</small>
              </Field>
              <Field label={words.value}>
                <Copied text={record.value} label={words.copyValue} />
              </Field>
            </dl>
            <Verdict verdict={verdicts[record.type]} wanted={record.value} />
          </li>
        ))}
      </ul>
      <Provider />
    </div>
  )
}

const Field = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className={`${layoutStyles.row} ${layoutStyles.gapLines}`}>
    <dt className={`${textStyles.soft} ${layoutStyles.small}`}>{label}</dt>
    <dd className={`${layoutStyles.row} ${layoutStyles.gapLines}`}>{children}</dd>
  </div>
)

/** Text that wraps, before the button that copies it. */
function Copied({ text, label }: { text: string; label: string }) {
  const words = useWords(settingsWords)
  return (
    <>
      <span className={`${textStyles.mono} ${layoutStyles.medium}`}>{text}</span>
      <CopyButton text={text} label={label} done={words.copied}>
        {''}
      </CopyButton>
    </>
  )
}

function Verdict({ verdict, wanted }: { verdict: RecordVerdict | undefined; wanted: string }) {
  const words = useWords(settingsWords)
  if (verdict === undefined) return <p className={textStyles.soft}>{words.notChecked}</p>
  const { kind, because, found } = verdict
  if (kind === 'right') return <p className={layoutStyles.good}>{words.right}</p>
  if (kind === 'unknown') return <p className={textStyles.soft}>{words.unknown}</p>
  return (
    <p className={layoutStyles.firm}>
      {because === 'loop'
        ? words.loop(found.join(', '))
        : because === 'missing' || found.length === 0
          ? words.missing
          : words.elsewhere(found.join(', '), wanted)}
    </p>
  )
}

function Provider() {
  const words = useWords(settingsWords)
  const id = useId()
  const every = Object.keys(words.providers) as DnsProvider[]
  const [chosen, setChosen] = useState<DnsProvider | ''>('')
  return (
    <div className={layoutStyles.stackTight}>
      <div className={recordStyles.field}>
        <label htmlFor={id}>{words.provider}</label>
        <select
          id={id}
          className={fieldStyles.textField}
          value={chosen}
          onChange={(event) => setChosen(event.currentTarget.value as DnsProvider | '')}
        >
          <option value="">{words.chooseProvider}</option>
          {every.map((one) => (
            <option key={one} value={one}>
              {words.providers[one].name}
            </option>
          ))}
        </select>
      </div>
      {chosen !== '' && (
        <ol className={layoutStyles.stackTight}>
          {words.providers[chosen].steps.map((step, nth) => (
            <li key={step}>
              {nth + 1}. {step}
            </li>
          ))}
        </ol>
      )}
    </div>
  )
}
