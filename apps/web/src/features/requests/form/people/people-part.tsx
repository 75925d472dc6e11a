import { plans } from '@waybill/contract/billing/plans'
import { useEffect, useRef } from 'react'
import { AddressChips } from '../../../../shared/addresses/address-chips.tsx'
import { useWords } from '../../../../shared/words/language.tsx'
import { findContact } from '../../find-contact.ts'
import { useDraft } from '../draft/draft-context.ts'
import { withAddresses, withPerson } from '../draft/people-draft.ts'
import { requestFormWords } from '../words/request-form-words.ts'
import { PeopleDetails } from './people-details.tsx'

/** Who is asked by mail, each with a link of their own. */
export function PeoplePart() {
  const words = useWords(requestFormWords)
  const { draft, change, role, faultOf } = useDraft()
  const { recipientLimit } = plans[role]
  const fault = faultOf('request-people')
  useNamesOfContacts()
  return (
    <section className="request-part" aria-label={words.people}>
      <div className="request-part-head">
        <h2>{words.people}</h2>
      </div>
      <p className="soft">{words.peopleText}</p>
      <AddressChips
        id="request-people"
        label={words.addresses}
        addresses={draft.people.map(({ email }) => email)}
        text={draft.peopleText}
        bad={draft.badPeople}
        limit={recipientLimit}
        onWrite={(peopleText) => change({ peopleText, badPeople: [] })}
        onAdd={(text) => change((before) => withAddresses(before, text))}
        onRemove={(gone) => change(({ people }) => ({ people: people.filter(({ email }) => email !== gone) }))}
      />
      {fault && fault !== 'address' && (
        <p className="field-error" role="alert">
          {fault === 'people-many' ? words.peopleMany(recipientLimit) : words.faults[fault]}
        </p>
      )}
      {draft.people.length > 0 ? <PeopleDetails /> : <p className="request-hint">{words.peopleHint}</p>}
    </section>
  )
}

/** Whoever is in the contact book comes with name and company, unless something was written already. */
function useNamesOfContacts(): void {
  const { draft, change } = useDraft()
  const asked = useRef(new Set(draft.people.map(({ email }) => email)))
  useEffect(() => {
    for (const { email } of draft.people) {
      if (asked.current.has(email)) continue
      asked.current.add(email)
      void findContact(email).then((contact) => {
        if (!contact) return
        change(({ people }) =>
          withPerson(people, email, (one) => ({
            name: one.name || contact.name,
            company: one.company || contact.company,
          })),
        )
      })
    }
  }, [draft.people, change])
}
