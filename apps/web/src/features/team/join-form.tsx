import { isLongEnough } from '@waybill/contract/identity/passwords'
import type { OpenedInvite } from '@waybill/contract/workspaces/team-endpoints'
import { type FormEvent, useState } from 'react'
import { call } from '../../shared/api/client.ts'
import { takeSignedIn } from '../../shared/api/session.ts'
import { useMutation } from '../../shared/api/use-mutation.ts'
import { guessedSentence, useGuessed } from '../../shared/passwords/use-guessed.ts'
import { Button } from '../../shared/ui/fields/button.ts'
import { FailureLine } from '../../shared/ui/fields/failure-line.tsx'
import { FormField } from '../../shared/ui/fields/form-field.tsx'
import { PasswordField } from '../../shared/ui/fields/password-field.tsx'
import layoutStyles from '../../shared/ui/styles/layout.module.css'
import { spokenLanguage, useWords } from '../../shared/words/language.tsx'
import { teamWords } from './words/team-words.ts'

interface JoinFormProps {
  token: string
  invite: OpenedInvite
  /** While it joins, and again where that failed. */
  onJoining: (isJoining: boolean) => void
  onJoined: () => void
}

/** Signing up with an invitation: its address is fixed, and the link has proven it. */
export function JoinForm({ token, invite, onJoining, onJoined }: JoinFormProps) {
  const words = useWords(teamWords)
  const [password, setPassword] = useState('')
  const [fullName, setFullName] = useState('')
  const isGuessed = useGuessed(password, { email: invite.email, fullName, company: '' })
  const { isBusy, error, forgive, save } = useMutation()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onJoining(true)
    const join = async () => {
      const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
      const own = { password, fullName: fullName.trim(), lang: spokenLanguage(), timeZone }
      takeSignedIn(await call('joinTeam', { body: { invite: token, newMemberEmail: invite.email, ...own } }))
      onJoined()
    }
    void save(join).then((isDone) => isDone || onJoining(false))
  }
  return (
    <form className={layoutStyles.stack} onSubmit={submit} noValidate>
      <FormField
        label={words.email}
        value={invite.email}
        type="email"
        autoComplete="username"
        readOnly
        onType={() => {}}
      />
      <FormField label={words.fullName} value={fullName} autoComplete="name" maxLength={200} onType={setFullName} />
      <PasswordField
        label={words.newPassword}
        value={password}
        purpose="new"
        error={guessedSentence(isGuessed)}
        onType={(text) => {
          forgive()
          setPassword(text)
        }}
      />
      <FailureLine>{error}</FailureLine>
      <Button type="submit" fullWidth disabled={!isLongEnough(password) || isGuessed} loading={isBusy}>
        {words.join}
      </Button>
    </form>
  )
}
