import { plans, type Role } from '@waybill/contract/billing/plans'
import type { TransferRecord } from '@waybill/contract/transfers/list-endpoints'
import { withTypedRecipients } from '@waybill/contract/transfers/recipients'
import { type FormEvent, useState } from 'react'
import { AddressChips } from '../../../shared/addresses/address-chips.tsx'
import { call } from '../../../shared/api/client.ts'
import { useMutation } from '../../../shared/api/use-mutation.ts'
import { Button } from '../../../shared/ui/fields/button.ts'
import recordStyles from '../../../shared/ui/record/record.module.css'
import layoutStyles from '../../../shared/ui/styles/layout.module.css'
import { spokenLanguage, useWords } from '../../../shared/words/language.tsx'
import { changeRecord } from './use-transfer-record.ts'
import { transferRecordWords } from './words/transfer-record-words.ts'

interface Typed {
  addresses: readonly string[]
  text: string
  bad: readonly string[]
}
const nothing: Typed = { addresses: [], text: '', bad: [] }

/** Sends a saved transfer to more people; for one sent as a link they are those to whom it can be restricted. */
export function AddPeople({ record, role }: { record: TransferRecord; role: Role }) {
  const words = useWords(transferRecordWords)
  const [typed, setTyped] = useState(nothing)
  const { isBusy, save } = useMutation()
  const isMailed = record.sendAs === 'email'
  const known = record.recipients.flatMap(({ isRemoved, email }) => (isRemoved || email === null ? [] : [email]))
  const take = (text: string) => setTyped((before) => taken(before, text))
  const add = async (event: FormEvent) => {
    event.preventDefault()
    const whole = taken(typed, typed.text)
    setTyped(whole)
    const { addresses, bad } = whole
    if (isBusy || addresses.length === 0 || bad.length > 0) return
    const body = { emailTo: addresses.map((email) => ({ email })), lang: spokenLanguage() }
    await save(async () => {
      const isAdded = await changeRecord(
        () => call('addRecipients', { params: { transfer: record._id }, body }),
        isMailed ? words.added(addresses.length) : words.named(addresses.length),
      )
      if (isAdded) setTyped(nothing)
    })
  }
  return (
    <form
      className={`${layoutStyles.wrap} ${layoutStyles.aboveClose} ${recordStyles.recordAdd} ${recordStyles.recordAddPeople}`}
      onSubmit={(event) => void add(event)}
      noValidate
    >
      <AddressChips
        id="add-people"
        label={words.addPeople}
        {...typed}
        known={known}
        limit={plans[role].recipientLimit}
        onWrite={(text) => setTyped((before) => ({ ...before, text }))}
        onAdd={take}
        onRemove={(gone) =>
          setTyped((before) => ({ ...before, addresses: before.addresses.filter((address) => address !== gone) }))
        }
      />
      <Button
        type="submit"
        variant="default"
        loading={isBusy}
        disabled={typed.addresses.length === 0 && typed.text.trim() === ''}
      >
        {isMailed ? words.addAndMail : words.add}
      </Button>
    </form>
  )
}

function taken({ addresses }: Typed, text: string): Typed {
  const { recipients, bad } = withTypedRecipients(addresses, text)
  return { addresses: recipients, text: bad.join(', '), bad }
}
