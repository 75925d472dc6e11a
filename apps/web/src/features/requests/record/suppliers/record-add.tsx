import { plans, type Role } from '@waybill/contract/billing/plans'
import type { RequestRecord } from '@waybill/contract/requests/shapes'
import { withTypedRecipients } from '@waybill/contract/transfers/recipients'
import { type FormEvent, useId, useState } from 'react'
import { AddressChips } from '../../../../shared/addresses/address-chips.tsx'
import { useMutation } from '../../../../shared/api/use-mutation.ts'
import { Button } from '../../../../shared/ui/fields/button.ts'
import fieldStyles from '../../../../shared/ui/fields/field.module.css'
import recordStyles from '../../../../shared/ui/record/record.module.css'
import layoutStyles from '../../../../shared/ui/styles/layout.module.css'
import partsStyles from '../../../../shared/ui/styles/parts.module.css'
import textStyles from '../../../../shared/ui/styles/text.module.css'
import { findContact } from '../../find-contact.ts'
import { useRequestWords } from '../../request-words.ts'
import { ZoneSelect } from '../../zone-select.tsx'
import { addSuppliers } from '../record-calls.ts'
import requestRecordStyles from '../request-record.module.css'
import { useRecordSuppliers } from '../use-request-record.ts'
import { requestRecordWords } from '../words/request-record-words.ts'

interface Typed {
  addresses: readonly string[]
  text: string
  bad: readonly string[]
}
const nothing: Typed = { addresses: [], text: '', bad: [] }

function taken({ addresses }: Typed, text: string): Typed {
  const { recipients, bad } = withTypedRecipients(addresses, text)
  return { addresses: recipients, text: bad.join(', '), bad }
}

/** Contacts appear with the names that they have there. */
async function withContact(email: string, timeZone: string) {
  const contact = await findContact(email)
  return {
    email,
    ...(contact?.name ? { name: contact.name } : {}),
    ...(contact?.company ? { company: contact.company } : {}),
    ...(timeZone === '' ? {} : { timeZone }),
  }
}

/** Invites more suppliers: typed, pasted, or chosen from the contacts. */
export function RecordAdd({ record, role }: { record: RequestRecord; role: Role }) {
  const words = useRequestWords(requestRecordWords)
  const [typed, setTyped] = useState(nothing)
  const [zone, setZone] = useState('')
  const { isBusy, save } = useMutation()
  const asked = useRecordSuppliers(record.slug, {}).rows.map(({ email }) => email ?? '')
  // All of them count for the plan's limit, also those on unloaded pages of the list.
  const known = Array.from({ length: Math.max(record.tally.all, asked.length) }, (_, nth) => asked[nth] ?? '')
  const add = (event: FormEvent) => {
    event.preventDefault()
    const whole = taken(typed, typed.text)
    setTyped(whole)
    if (whole.addresses.length === 0 || whole.bad.length > 0) return
    void save(async () => {
      const suppliers = await Promise.all(whole.addresses.map((email) => withContact(email, zone)))
      if (await addSuppliers(record, suppliers)) setTyped(nothing)
    })
  }
  return (
    <section className={`${partsStyles.paper} ${recordStyles.recordPart}`} aria-labelledby="record-add">
      <h2 id="record-add">{words.add}</h2>
      <p className={textStyles.soft}>{words.addText}</p>
      <form
        className={`${layoutStyles.wrap} ${layoutStyles.aboveClose} ${recordStyles.recordAdd} ${requestRecordStyles.recordAddSuppliers}`}
        onSubmit={add}
        noValidate
      >
        <AddressChips
          id="ask-suppliers"
          label={words.addSuppliers}
          {...typed}
          known={known}
          limit={plans[role].recipientLimit}
          onWrite={(text) => setTyped((before) => ({ ...before, text }))}
          onAdd={(text) => setTyped((before) => taken(before, text))}
          onRemove={(gone) =>
            setTyped((before) => ({ ...before, addresses: before.addresses.filter((address) => address !== gone) }))
          }
        />
        {record.deadline?.rule === 'supplier' && <ZoneField zone={zone} onChoose={setZone} />}
        <Button
          type="submit"
          variant="default"
          loading={isBusy}
          disabled={typed.addresses.length === 0 && typed.text.trim() === ''}
        >
          {words.addAndMail}
        </Button>
      </form>
    </section>
  )
}

/** Where the deadline follows their own clocks, their zones matter. */
function ZoneField({ zone, onChoose }: { zone: string; onChoose: (zone: string) => void }) {
  const words = useRequestWords(requestRecordWords)
  const id = useId()
  return (
    <div className={requestRecordStyles.field}>
      <div className={`${layoutStyles.ends} ${fieldStyles.fieldHead}`}>
        <label htmlFor={id}>{words.theirZone}</label>
      </div>
      <ZoneSelect id={id} label={words.theirZone} none={words.zoneUnknown} zone={zone} onChoose={onChoose} />
    </div>
  )
}
