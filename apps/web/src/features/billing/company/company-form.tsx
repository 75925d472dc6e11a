import type { BillingView } from '@waybill/contract/billing/payment-shapes'
import { taxIdKinds } from '@waybill/contract/billing/tax-ids'
import { Problem } from '@waybill/contract/core/problems'
import { type FormEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import { call } from '../../../shared/api/client.ts'
import { useAccount } from '../../../shared/api/session.ts'
import { useMutation } from '../../../shared/api/use-mutation.ts'
import { ChoiceSelect } from '../../../shared/settings/choice-select.tsx'
import { Button } from '../../../shared/ui/fields/button.ts'
import { FailureLine } from '../../../shared/ui/fields/failure-line.tsx'
import { FormField } from '../../../shared/ui/fields/form-field.tsx'
import layoutStyles from '../../../shared/ui/styles/layout.module.css'
import textStyles from '../../../shared/ui/styles/text.module.css'
import { useLanguage, useWords } from '../../../shared/words/language.tsx'
import { reloadBilling } from '../buying/use-billing.ts'
import { companyWords } from '../words/company-words.ts'
import { type CompanyFault, readTyped, type TypedCompany, taxKindOf, typedOf } from './company-typed.ts'
import { countryNames, findCountry } from './country-names.ts'

interface CompanyFormProps extends Pick<BillingView, 'company' | 'provider'> {
  onEnd: () => void
}

/** Changes the company on invoices. What is typed stays until it is saved. */
export function CompanyForm({ company, provider, onEnd }: CompanyFormProps) {
  const words = useWords(companyWords)
  const { language } = useLanguage()
  const profileCompany = useAccount()?.company ?? ''
  const [typed, setTyped] = useState(() => typedOf(company, profileCompany, language))
  const [fault, setFault] = useState<CompanyFault | null>(null)
  const [isRefused, setRefused] = useState(false)
  const { isBusy, error, forgive, save } = useMutation()
  const form = useFocusOnFault(fault ?? isRefused)
  const change = (more: Partial<TypedCompany>) => {
    forgive()
    setFault(null)
    setRefused(false)
    setTyped((before) => ({ ...before, ...more }))
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const read = readTyped(typed)
    setFault('fault' in read ? read.fault : null)
    if ('fault' in read) return
    const isDone = await save(async () => {
      await call('saveCompany', { body: read.company }).catch((failure) => {
        setRefused(failure instanceof Problem && failure.code === 'tax-id-refused')
        throw failure
      })
      await reloadBilling()
    }, words.saved)
    if (isDone) onEnd()
  }
  const field = (name: keyof TypedCompany, autoComplete: string, maxLength = 200) => ({
    value: typed[name],
    autoComplete,
    maxLength,
    onType: (text: string) => change({ [name]: text }),
  })
  return (
    <form ref={form} onSubmit={(event) => void submit(event)} noValidate>
      <FormField label={words.name} {...field('name', 'organization')} />
      <CountryField
        typed={typed.country}
        error={
          fault?.field === 'country' && (fault.because === 'missing' ? words.countryMissing : words.countryUnknown)
        }
        onType={(country) => change({ country })}
      />
      <FormField label={words.line1} {...field('line1', 'address-line1')} />
      <FormField label={words.line2} {...field('line2', 'address-line2')} />
      <FormField label={words.postalCode} {...field('postalCode', 'postal-code', 20)} />
      <FormField label={words.city} {...field('city', 'address-level2')} />
      <FormField label={words.region} {...field('region', 'address-level1')} />
      <TaxIdFields
        typed={typed}
        isTest={provider === 'sandbox'}
        error={isRefused ? error : fault?.field === 'taxId' && words.taxForm(fault.example)}
        onChange={change}
      />
      <FailureLine>{isRefused ? '' : error}</FailureLine>
      <div className={layoutStyles.row}>
        <Button type="submit" loading={isBusy}>
          {words.save}
        </Button>
        <Button variant="default" onClick={onEnd}>
          {words.keep}
        </Button>
      </div>
    </form>
  )
}

/** Leads to the first field that is wrong. */
function useFocusOnFault(fault: unknown) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (fault) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [fault])
  return form
}

interface CountryFieldProps {
  typed: string
  error: string | false
  onType: (text: string) => void
}

/** A list that is searched by typing; the browser shows what fits. */
function CountryField({ typed, error, onType }: CountryFieldProps) {
  const words = useWords(companyWords)
  const { language } = useLanguage()
  const list = useId()
  const names = useMemo(() => countryNames(language), [language])
  return (
    <>
      <FormField
        label={words.country}
        value={typed}
        list={list}
        autoComplete="country-name"
        maxLength={100}
        error={error}
        onType={onType}
      />
      <datalist id={list}>
        {names.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  )
}

interface TaxIdFieldsProps {
  typed: TypedCompany
  isTest: boolean
  error: string | false
  onChange: (more: Partial<TypedCompany>) => void
}

/** Nothing where the country has no kind that we know. */
function TaxIdFields({ typed, isTest, error, onChange }: TaxIdFieldsProps) {
  const words = useWords(companyWords)
  const kinds = taxIdKinds(findCountry(typed.country) ?? '')
  const kind = taxKindOf(typed)
  if (kind === null) return null
  return (
    <>
      {kinds.length > 1 && (
        <ChoiceSelect
          label={words.taxKind}
          value={kind.type}
          choices={kinds.map(({ type, name }) => ({ value: type, name }))}
          onChoose={(taxType) => onChange({ taxType })}
        />
      )}
      <div>
        <FormField
          label={words.taxIdOf(kind.name)}
          value={typed.taxId}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={40}
          placeholder={words.taxExample(kind.example)}
          error={error}
          onType={(taxId) => onChange({ taxId })}
        />
        <p className={textStyles.soft}>{isTest ? words.taxNoteTest : words.taxNote}</p>
      </div>
    </>
  )
}
