import { plans } from '@waybill/contract/billing/plans'
import { useEffect, useRef } from 'react'
import { AddressChips } from '../../../../shared/addresses/address-chips.tsx'
import fieldStyles from '../../../../shared/ui/fields/field.module.css'
import layoutStyles from '../../../../shared/ui/styles/layout.module.css'
import partsStyles from '../../../../shared/ui/styles/parts.module.css'
import textStyles from '../../../../shared/ui/styles/text.module.css'
import { findContact } from '../../find-contact.ts'
import { useRequestWords } from '../../request-words.ts'
import { useDraft } from '../draft/draft-context.ts'
import { withAddresses, withSupplier } from '../draft/suppliers-draft.ts'
import requestFormStyles from '../request-form.module.css'
import { requestFormWords } from '../words/request-form-words.ts'
import { SuppliersDetails } from './suppliers-details.tsx'

/** Suppliers to invite by mail, each with a personal link. */
export function SuppliersPart() {
  const words = useRequestWords(requestFormWords)
  const { draft, change, role, faultOf } = useDraft()
  const { recipientLimit } = plans[role]
  const fault = faultOf('request-suppliers')
  useNamesOfContacts()
  return (
    <section
      className={`${partsStyles.paper} ${layoutStyles.stack} ${requestFormStyles.requestPart}`}
      aria-label={words.suppliers}
    >
      <div className={`${layoutStyles.ends} ${requestFormStyles.requestPartHead}`}>
        <h2>{words.suppliers}</h2>
      </div>
      <p className={textStyles.soft}>{words.suppliersText}</p>
      <AddressChips
        id="request-suppliers"
        label={words.addresses}
        addresses={draft.suppliers.map(({ email }) => email)}
        text={draft.suppliersText}
        bad={draft.badSuppliers}
        limit={recipientLimit}
        onWrite={(suppliersText) => change({ suppliersText, badSuppliers: [] })}
        onAdd={(text) => change((before) => withAddresses(before, text))}
        onRemove={(gone) => change(({ suppliers }) => ({ suppliers: suppliers.filter(({ email }) => email !== gone) }))}
      />
      {fault && fault !== 'address' && (
        <p className={fieldStyles.fieldError} role="alert">
          {fault === 'suppliers-many' ? words.suppliersMany(recipientLimit) : words.faults[fault]}
        </p>
      )}
      {draft.suppliers.length > 0 ? (
        <SuppliersDetails />
      ) : (
        <p
          className={`${textStyles.soft} ${layoutStyles.medium} ${layoutStyles.aboveTight} ${requestFormStyles.requestHint}`}
        >
          {words.suppliersHint}
        </p>
      )}
    </section>
  )
}

/** A supplier from the contacts comes with name and company, unless those fields are already filled. */
function useNamesOfContacts(): void {
  const { draft, change } = useDraft()
  const asked = useRef(new Set(draft.suppliers.map(({ email }) => email)))
  useEffect(() => {
    for (const { email } of draft.suppliers) {
      if (asked.current.has(email)) continue
      asked.current.add(email)
      void findContact(email).then((contact) => {
        if (!contact) return
        change(({ suppliers }) =>
          withSupplier(suppliers, email, (one) => ({
            name: one.name || contact.name,
            company: one.company || contact.company,
          })),
        )
      })
    }
  }, [draft.suppliers, change])
}
