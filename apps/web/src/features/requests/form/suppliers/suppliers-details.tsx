import { useState } from 'react'
import fieldStyles from '../../../../shared/ui/fields/field.module.css'
import { Address } from '../../../../shared/ui/marks/address.tsx'
import { Icon } from '../../../../shared/ui/marks/icons.tsx'
import layoutStyles from '../../../../shared/ui/styles/layout.module.css'
import linesStyles from '../../../../shared/ui/styles/lines.module.css'
import partsStyles from '../../../../shared/ui/styles/parts.module.css'
import textStyles from '../../../../shared/ui/styles/text.module.css'
import { useRequestWords } from '../../request-words.ts'
import { ZoneSelect } from '../../zone-select.tsx'
import { useDraft } from '../draft/draft-context.ts'
import type { SupplierDraft } from '../draft/request-draft.ts'
import { withSupplier } from '../draft/suppliers-draft.ts'
import { requestFormWords } from '../words/request-form-words.ts'
import styles from './suppliers-details.module.css'

/** Details of each supplier: for names of files, for their own deadline, for the language of their mails. */
export function SuppliersDetails() {
  const words = useRequestWords(requestFormWords)
  const { draft, change } = useDraft()
  const named = draft.suppliers.filter(({ name, company }) => name !== '' || company !== '').length
  const everybody = (next: Partial<SupplierDraft>) =>
    change(({ suppliers }) => ({ suppliers: suppliers.map((supplier) => ({ ...supplier, ...next })) }))
  const common = <Key extends 'timeZone' | 'lang'>(key: Key) => {
    const [first] = draft.suppliers
    return first && draft.suppliers.every((supplier) => supplier[key] === first[key]) ? first[key] : ''
  }
  const [isOpen, setOpen] = useState(false)
  return (
    <details className={partsStyles.fold} open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {words.suppliersDetails}{' '}
        <span className={`${layoutStyles.medium} ${textStyles.soft}`}>
          {words.suppliersNamed(named, draft.suppliers.length)}
        </span>
      </summary>
      {isOpen && draft.suppliers.length > 1 && (
        <div
          className={`${layoutStyles.stackTight} ${styles.supplierLine} ${layoutStyles.aboveTight} ${styles.supplierLineAll}`}
        >
          <strong>{words.everybody}</strong>
          <ZoneSelect
            label={words.zoneOf(words.everybody)}
            none={words.zoneUnknown}
            zone={common('timeZone')}
            onChoose={(timeZone) => everybody({ timeZone })}
          />
          <LanguageSelect who={words.everybody} lang={common('lang')} onChoose={(lang) => everybody({ lang })} />
        </div>
      )}
      <ul className={styles.supplierLines}>
        {isOpen && draft.suppliers.map((supplier) => <SupplierLine key={supplier.email} supplier={supplier} />)}
      </ul>
    </details>
  )
}

function SupplierLine({ supplier }: { supplier: SupplierDraft }) {
  const words = useRequestWords(requestFormWords)
  const { change, faultOf } = useDraft()
  const { email } = supplier
  const edit = (next: Partial<SupplierDraft>) => change(({ suppliers }) => withSupplier(suppliers, email, () => next))
  const fault = faultOf(`supplier-${email}`)
  return (
    <li className={`${layoutStyles.stackTight} ${styles.supplierLine}`} id={`supplier-${email}`} tabIndex={-1}>
      <p className={`${layoutStyles.firm} ${linesStyles.lineTight} ${styles.supplierLineAddress}`}>
        <Icon name="mail" size={16} /> <Address of={email} />
      </p>
      <input
        className={fieldStyles.textField}
        aria-label={words.nameOf(email)}
        placeholder={words.supplierName}
        maxLength={200}
        value={supplier.name}
        onChange={(event) => edit({ name: event.currentTarget.value })}
      />
      <input
        className={fieldStyles.textField}
        aria-label={words.companyOf(email)}
        placeholder={words.supplierCompany}
        maxLength={200}
        value={supplier.company}
        onChange={(event) => edit({ company: event.currentTarget.value })}
      />
      <ZoneSelect
        label={words.zoneOf(email)}
        none={words.zoneUnknown}
        zone={supplier.timeZone}
        onChoose={(timeZone) => edit({ timeZone })}
      />
      <LanguageSelect who={email} lang={supplier.lang} onChoose={(lang) => edit({ lang })} />
      {fault && (
        <p className={fieldStyles.fieldError} role="alert">
          {words.faults[fault]}
        </p>
      )}
    </li>
  )
}

interface LanguageSelectProps {
  who: string
  lang: SupplierDraft['lang']
  onChoose: (lang: SupplierDraft['lang']) => void
}

function LanguageSelect({ who, lang, onChoose }: LanguageSelectProps) {
  const words = useRequestWords(requestFormWords)
  return (
    <select
      className={fieldStyles.textField}
      aria-label={words.languageOf(who)}
      value={lang}
      onChange={(event) => onChoose(event.currentTarget.value as SupplierDraft['lang'])}
    >
      <option value="">{words.languageAsAll}</option>
      <option value="en">English</option>
      <option value="zh">中文</option>
    </select>
  )
}
