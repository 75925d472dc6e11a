import type { BillingView } from '@waybill/contract/billing/payment-shapes'
import { taxIdKinds } from '@waybill/contract/billing/tax-ids'
import { useState } from 'react'
import { AccountPart } from '../../../shared/settings/account-part.tsx'
import { Button } from '../../../shared/ui/fields/button.ts'
import layoutStyles from '../../../shared/ui/styles/layout.module.css'
import textStyles from '../../../shared/ui/styles/text.module.css'
import { useLanguage, useWords } from '../../../shared/words/language.tsx'
import { companyWords } from '../words/company-words.ts'
import { CompanyForm } from './company-form.tsx'
import { countryName } from './country-names.ts'

type Known = Pick<BillingView, 'company' | 'provider'>

/** Whom invoices are made out to: shown, and changed in a form that opens in its place. */
export function CompanyPart(known: Known) {
  const words = useWords(companyWords)
  const [isOpen, setOpen] = useState(false)
  const { company } = known
  const isEmpty = company === null || (company.name === '' && company.address === null)
  return (
    <AccountPart title={words.title} text={isOpen ? words.text : undefined}>
      {isOpen ? (
        <CompanyForm {...known} onEnd={() => setOpen(false)} />
      ) : (
        <div className={`${layoutStyles.row} ${layoutStyles.ends}`}>
          {isEmpty ? <p className={textStyles.soft}>{words.none}</p> : <Lines company={company} />}
          <Button variant="default" onClick={() => setOpen(true)}>
            {isEmpty ? words.add : words.change}
          </Button>
        </div>
      )}
    </AccountPart>
  )
}

function Lines({ company: { name, address, taxId } }: { company: NonNullable<Known['company']> }) {
  const words = useWords(companyWords)
  const { language } = useLanguage()
  const kind = taxIdKinds(address?.country ?? '').find(({ type }) => type === taxId?.type)
  const place = address && [address.postalCode, address.city, address.region].filter((part) => part !== '').join(' ')
  const lines = [address?.line1, address?.line2, place, address && countryName(address.country, language)]
  return (
    <div>
      {name && <strong>{name}</strong>}
      {lines.map((line) => line && <p key={line}>{line}</p>)}
      {taxId && (
        <p>
          {kind ? words.taxIdOf(kind.name) : words.taxId} <span className={textStyles.mono}>{taxId.value}</span>{' '}
          <span className={textStyles.soft}>({words.checks[taxId.check]})</span>
        </p>
      )}
    </div>
  )
}
