import { type InvitedRole, invitedRoles } from '@waybill/contract/workspaces/member-roles'
import type { InviteOutcome, Team } from '@waybill/contract/workspaces/team-endpoints'
import { type FormEvent, useId, useState } from 'react'
import { call } from '../../shared/api/client.ts'
import { useMutation } from '../../shared/api/use-mutation.ts'
import { AccountPart } from '../../shared/settings/account-part.tsx'
import { Button } from '../../shared/ui/fields/button.ts'
import { Choice } from '../../shared/ui/fields/choice.tsx'
import { FailureLine } from '../../shared/ui/fields/failure-line.tsx'
import fieldStyles from '../../shared/ui/fields/field.module.css'
import recordStyles from '../../shared/ui/record/record.module.css'
import layoutStyles from '../../shared/ui/styles/layout.module.css'
import textStyles from '../../shared/ui/styles/text.module.css'
import { useWords } from '../../shared/words/language.tsx'
import { typedAddresses } from './typed-addresses.ts'
import { showTeam } from './use-team.ts'
import { teamWords } from './words/team-words.ts'

/** The server's limit of addresses in one call. */
const AT_ONCE = 50

/** Invites one or several people, and says of each address what became of it. */
export function InviteBox({ seats }: { seats: Team['seats'] }) {
  const words = useWords(teamWords)
  const id = useId()
  const [text, setText] = useState('')
  const [role, setRole] = useState<InvitedRole>('member')
  const [outcomes, setOutcomes] = useState<readonly InviteOutcome[]>([])
  const { isBusy, error, forgive, save } = useMutation()
  const emails = typedAddresses(text)
  const isFull = seats.members + seats.invites >= seats.limit
  const isTooMany = emails.length > AT_ONCE
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void save(async () => {
      const { outcomes: made, team } = await call('inviteMembers', { body: { emails, role } })
      setOutcomes(made)
      setText(
        made
          .flatMap(({ email, outcome }) => (outcome === 'no-seat' || outcome === 'invalid' ? [email] : []))
          .join('\n'),
      )
      showTeam(team)
    })
  }
  return (
    <AccountPart title={words.invite} text={isFull ? words.noneLeft : undefined}>
      <form className={layoutStyles.stackClose} onSubmit={submit}>
        <div className={recordStyles.field}>
          <div className={`${layoutStyles.ends} ${fieldStyles.fieldHead}`}>
            <label htmlFor={id}>{words.emails}</label>
          </div>
          <textarea
            id={id}
            className={fieldStyles.textField}
            rows={3}
            value={text}
            aria-describedby={`${id}-hint`}
            onChange={(event) => {
              forgive()
              setText(event.currentTarget.value)
            }}
          />
          <p id={`${id}-hint`} className={`${textStyles.soft} ${layoutStyles.small}`}>
            {isTooMany ? words.tooMany(AT_ONCE) : words.emailsHint}
          </p>
        </div>
        <fieldset>
          <legend>{words.role}</legend>
          {invitedRoles.toReversed().map((name) => (
            <Choice
              key={name}
              group={`${id}-role`}
              isChosen={role === name}
              hint={words.rolesText[name]}
              onChoose={() => setRole(name)}
            >
              {words.roles[name]}
            </Choice>
          ))}
        </fieldset>
        <FailureLine>{error}</FailureLine>
        <Outcomes outcomes={outcomes} />
        <div className={layoutStyles.row}>
          <Button type="submit" loading={isBusy} disabled={emails.length === 0 || isTooMany || isFull}>
            {words.sendInvites}
          </Button>
        </div>
      </form>
    </AccountPart>
  )
}

function Outcomes({ outcomes }: { outcomes: readonly InviteOutcome[] }) {
  const words = useWords(teamWords)
  return (
    <ul className={`${layoutStyles.stackTight} ${layoutStyles.hidesEmpty}`} aria-live="polite">
      {outcomes.map(({ email, outcome }) => (
        <li key={email}>
          <span className={textStyles.mono}>{email}</span>
          {' · '}
          <span className={outcome === 'invited' ? layoutStyles.good : layoutStyles.warned}>
            {words.outcomes[outcome]}
          </span>
        </li>
      ))}
    </ul>
  )
}
