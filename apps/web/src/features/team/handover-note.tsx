import type { User } from '@waybill/contract/identity/profile-endpoints'
import { call } from '../../shared/api/client.ts'
import { refreshAccount, setAccount } from '../../shared/api/session.ts'
import { useMutation } from '../../shared/api/use-mutation.ts'
import { AccountPart } from '../../shared/settings/account-part.tsx'
import { Button } from '../../shared/ui/fields/button.ts'
import { FailureLine } from '../../shared/ui/fields/failure-line.tsx'
import layoutStyles from '../../shared/ui/styles/layout.module.css'
import { useWords } from '../../shared/words/language.tsx'
import { teamWords } from './words/team-words.ts'

/** The admin's question to a member: will you take the place over? */
export function HandoverNote({ account }: { account: User }) {
  const words = useWords(teamWords)
  const { isBusy, error, save } = useMutation()
  if (!account.isAskedToAdminister || account.parentAdmin === null) return null
  const agree = () => void save(async () => setAccount((await call('acceptHandover', {})).user), words.nowAdmin)
  const decline = () =>
    void save(async () => {
      await call('withdrawHandover', {})
      await refreshAccount()
    })
  return (
    <AccountPart title={words.askedTitle} text={words.askedText(account.parentAdmin.parentEmail)}>
      <FailureLine>{error}</FailureLine>
      <div className={layoutStyles.row}>
        <Button loading={isBusy} onClick={agree}>
          {words.agree}
        </Button>
        <Button variant="default" disabled={isBusy} onClick={decline}>
          {words.decline}
        </Button>
      </div>
    </AccountPart>
  )
}
