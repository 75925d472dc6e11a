import type { User } from '@waybill/contract/identity/profile-endpoints'
import { useState } from 'react'
import { callForFile } from '../../../shared/api/client.ts'
import { leaveSignedOut } from '../../../shared/api/session.ts'
import { useMutation } from '../../../shared/api/use-mutation.ts'
import { AccountPart } from '../../../shared/settings/account-part.tsx'
import { keep } from '../../../shared/storage/kept.ts'
import { Button } from '../../../shared/ui/fields/button.ts'
import { FailureLine } from '../../../shared/ui/fields/failure-line.tsx'
import { FormField } from '../../../shared/ui/fields/form-field.tsx'
import { saveBlob } from '../../../shared/ui/files/save-blob.ts'
import layoutStyles from '../../../shared/ui/styles/layout.module.css'
import { useWords } from '../../../shared/words/language.tsx'
import { PasswordAsk } from '../security/password-ask.tsx'
import { callSteppedUp } from '../security/step-up.ts'
import { StepUpDialog } from '../security/step-up-dialog.tsx'
import { accountPageWords } from '../words/account-page-words.ts'

/** Exporting all data, and deleting the account. */
export function OwnThingsTab({ account }: { account: User }) {
  return (
    <div className={layoutStyles.stack}>
      <ExportPart />
      <DeletePart account={account} />
      <StepUpDialog />
    </div>
  )
}

function ExportPart() {
  const words = useWords(accountPageWords)
  const { isBusy, error, save } = useMutation()
  const take = () => void save(async () => saveBlob(await callForFile('exportAccount', {}), 'waybill-export.json'))
  return (
    <AccountPart title={words.export} text={words.exportText}>
      <div className={layoutStyles.row}>
        <Button variant="default" loading={isBusy} onClick={take}>
          {words.exportNow}
        </Button>
      </div>
      <FailureLine>{error}</FailureLine>
    </AccountPart>
  )
}

export function DeletePart({ account }: { account: User }) {
  const words = useWords(accountPageWords)
  const [isOpen, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const remove = async (password: string) => {
    await callSteppedUp('deleteAccount', { body: { password } }, password)
    keep('brand', null)
    leaveSignedOut('/')
  }
  const { isTeamMember } = account
  return (
    <AccountPart title={words.deleteAccount} text={isTeamMember ? words.deleteMemberText : words.deleteText}>
      {isOpen ? (
        <PasswordAsk
          label={isTeamMember ? words.deleteAccount : words.deleteNow}
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
        <div className={layoutStyles.row}>
          <Button variant="default" onClick={() => setOpen(true)}>
            {words.deleteAccount}
          </Button>
        </div>
      )}
    </AccountPart>
  )
}
