import { Button } from '@mantine/core'
import type { User } from '@waybill/contract/identity/profile-endpoints'
import { useState } from 'react'
import { leaveSignedOut } from '../accounts/session.ts'
import { callForFile } from '../api/client.ts'
import { FormField } from '../ui/form-field.tsx'
import { saveBlob } from '../ui/save-blob.ts'
import { accountPageWords } from '../words/account-page.ts'
import { useWords } from '../words/language.tsx'
import { AccountPart } from './account-part.tsx'
import { PasswordAsk } from './password-ask.tsx'
import { callSteppedUp } from './step-up.ts'
import { StepUpDialog } from './step-up-dialog.tsx'
import { useSaving } from './use-saving.ts'

/** Taking everything along, and leaving. */
export function OwnThingsTab({ account }: { account: User }) {
  return (
    <div className="account-parts">
      <ExportPart />
      <DeletePart account={account} />
      <StepUpDialog />
    </div>
  )
}

function ExportPart() {
  const words = useWords(accountPageWords)
  const { isBusy, error, save } = useSaving()
  const take = () => void save(async () => saveBlob(await callForFile('exportAccount', {}), 'waybill-export.json'))
  return (
    <AccountPart title={words.export} text={words.exportText}>
      <div className="account-part-acts">
        <Button variant="default" loading={isBusy} onClick={take}>
          {words.exportNow}
        </Button>
      </div>
      <p className="account-part-error" role="alert">
        {error}
      </p>
    </AccountPart>
  )
}

function DeletePart({ account }: { account: User }) {
  const words = useWords(accountPageWords)
  const [isOpen, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const remove = async (password: string) => {
    await callSteppedUp('deleteAccount', { body: { password } }, password)
    leaveSignedOut('/')
  }
  return (
    <AccountPart title={words.deleteAccount} text={words.deleteText}>
      {isOpen ? (
        <PasswordAsk
          label={words.deleteNow}
          onGive={remove}
          onEnd={() => setOpen(false)}
          isReady={typed.trim().toLowerCase() === account.email}
        >
          <FormField
            label={words.typeEmail(account.email)}
            value={typed}
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            onType={setTyped}
          />
        </PasswordAsk>
      ) : (
        <div className="account-part-acts">
          <Button variant="default" onClick={() => setOpen(true)}>
            {words.deleteAccount}
          </Button>
        </div>
      )}
    </AccountPart>
  )
}
